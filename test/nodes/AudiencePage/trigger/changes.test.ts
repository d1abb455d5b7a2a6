/** Which changes of a record that is known start the workflow. */
import type { IDataObject } from 'n8n-workflow';

import { watchedBy } from '../../../support/everyEvent';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

/** A record as it is known, then what becomes of it. */
type Change = [event: string, before: IDataObject, after: IDataObject];

const PERSON = {
	name: 'Name',
	email: 'a@acme.com',
	domain: 'acme.com',
	slug: 'name',
	phoneNumber: '+491',
	linkedinProfileUrl: 'https://linkedin.example/a',
};
const ENTRY = { content: { type: 'markdown', content: 'An answer' }, sortOrder: 49 };

const watching = async (event: string, before: IDataObject) => {
	const { parameters, recordsOf, idField } = watchedBy(event);
	const record = Object.assign(nth(recordsOf(sandbox().store).all(), 2), before);
	// One answer of the page search is all there is.
	const options = event === 'pageCreated' ? {} : { fullReadEvery: 1 };
	const trigger = await published(sandbox(), { ...parameters, options });
	return { trigger, record, id: record[idField] as string, idField };
};

test.each<Change>([
	['assetTrashed', {}, { trashedAt: '+20' }],
	['audienceStatusChanged', { status: 'draft' }, { status: 'queued' }],
	['personUpdated', PERSON, { name: 'New Name' }],
	['personUpdated', PERSON, { email: 'new@acme.com' }],
	['personUpdated', PERSON, { email: null }],
	['personUpdated', PERSON, { domain: null }],
	['personUpdated', PERSON, { slug: 'new-slug' }],
	['personUpdated', PERSON, { phoneNumber: '+4930123456' }],
	['personUpdated', PERSON, { linkedinProfileUrl: null }],
	['topicEntryChanged', ENTRY, { content: { type: 'markdown', content: 'Another answer' } }],
	['topicEntryChanged', ENTRY, { content: { type: 'text', content: 'An answer' } }],
	['topicEntryChanged', ENTRY, { content: { type: 'markdown' } }],
	['topicEntryChanged', ENTRY, { sortOrder: 50 }],
	['topicEntryChanged', ENTRY, { sortOrder: 0 }],
])('%s: %j becomes %j, and is told once', async (event, before, after) => {
	const { trigger, record, id, idField } = await watching(event, before);
	Object.assign(record, after);
	expect((await trigger.poll()).map((json) => json[idField])).toEqual([id]);
	expect(await trigger.poll()).toEqual([]);
});

const TIMES_AND_MORE = { createdAt: '+19', updatedAt: '+19', notInTheInterface: '+19' };

test.each<Change>([
	['accountLogCreated', {}, { payload: { another: true }, ...TIMES_AND_MORE }],
	[
		'assetTrashed',
		{},
		{ downloadUrl: 'https://signed.example', lifecycleState: 'expiring', updatedAt: '+19' },
	],
	['audienceCreated', { status: 'draft' }, { status: 'processing' }],
	['audienceStatusChanged', {}, { customName: 'Another', supplementaryContext: 'Another', createdAt: '+19' }],
	['pageCreated', {}, { name: 'Another name', pageType: 'custom' }],
	['pageLinkCreated', {}, { target: { targetType: 'audience', audienceId: 'audience_2' } }],
	['personCreated', {}, { name: 'Another name', updatedAt: '+19' }],
	['personLogCreated', {}, { payload: { another: true }, ...TIMES_AND_MORE }],
	['personUpdated', {}, TIMES_AND_MORE],
	['personUpdated', { domain: null }, { domain: undefined }],
	['personUpdated', { domain: undefined }, { domain: null }],
	['topicEntryChanged', {}, TIMES_AND_MORE],
	['topicEntryChanged', ENTRY, { content: { content: 'An answer', type: 'markdown' } }],
])('%s: %j becomes %j, and that is no news', async (event, before, after) => {
	const { trigger, record } = await watching(event, before);
	Object.assign(record, after);
	expect(await trigger.poll()).toEqual([]);
});
