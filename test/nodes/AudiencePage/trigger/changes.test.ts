/** Which changes of a record that is known start the workflow, and what the workflow gets of them. */
import type { IDataObject } from 'n8n-workflow';

import { wholeRecord } from '../../../docs/facts';
import { watched, watchedBy } from '../../../support/everyEvent';
import { byId } from '../../../support/locators';
import { withAnswers } from '../../../support/services';
import { Trigger, TRIGGER } from '../../../support/Trigger';

/** Publishes a trigger whose list has these records: what it gives after they have become others. */
async function watching<Result>(
	event: string,
	records: IDataObject[],
	test: (become: (...fields: IDataObject[]) => Promise<IDataObject[]>, trigger: Trigger) => Promise<Result>,
): Promise<Result> {
	const { parameters, idField } = watchedBy(event);
	const items = records.map((record, n) => ({ [idField]: `id ${n}`, ...record }));
	const list = { items, hasMore: false, nextCursor: null, totalCount: items.length };
	return await withAnswers([{ body: list }], async (service) => {
		const trigger = new Trigger(service, { ...parameters, simplify: false });
		await trigger.activate();
		const become = async (...fields: IDataObject[]) => {
			list.items = items.map((record, n) => Object.assign(record, fields[n]));
			return await trigger.poll();
		};
		return await test(become, trigger);
	});
}

const withFields = watched.map(({ event, idField, getMany, itsCase: { compares = [] } }) => {
	const { properties = {} } = wholeRecord(`${getMany.resource as string}.getAll`);
	const fields = Object.keys(properties).filter((field) => field !== idField);
	return { event, fields: [...fields, 'notInTheInterface'], compares };
});

test.each(withFields)(
	'$event starts the workflow again, once, for a change of just the fields that its case names',
	async ({ event, fields, compares }) => {
		const before = Object.fromEntries(fields.map((field) => [field, 'before']));
		await watching(event, [before], async (become) => {
			const started: string[] = [];
			for (const field of fields) {
				if ((await become({ [field]: 'after' })).length > 0) started.push(field);
				expect(await become()).toEqual([]);
			}
			expect(started.sort()).toEqual([...compares].sort());
		});
	},
);

const ANSWER = { type: 'markdown', content: 'An answer' };

test.each<[string, IDataObject, IDataObject, boolean]>([
	['personUpdated', { email: 'a@acme.com' }, { email: null }, true],
	['personUpdated', { domain: null }, { domain: undefined }, false],
	['personUpdated', { domain: undefined }, { domain: null }, false],
	['topicEntryChanged', { sortOrder: 49 }, { sortOrder: 0 }, true],
	['topicEntryChanged', { content: ANSWER }, { content: { ...ANSWER, type: 'text' } }, true],
	['topicEntryChanged', { content: ANSWER }, { content: { content: 'An answer', type: 'markdown' } }, false],
])('%s: whether %j becoming %j is news: %j', async (event, before, after, isNews) => {
	await watching(event, [before], async (become) => {
		expect(await become(after)).toHaveLength(isNews ? 1 : 0);
	});
});

describe('Audience Status Changed', () => {
	test('gives the status before and after, if they are known, and then the record', async () => {
		const before = [{ status: 'draft', customName: 'A' }, { status: null }, { status: 'new' }];
		await watching('audienceStatusChanged', before, async (become) => {
			expect(await become({ status: 'frozen' }, { status: 'draft' }, { status: 'queued' })).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'id 0', status: 'frozen', customName: 'A' },
				{ from: null, to: 'draft', audienceId: 'id 1', status: 'draft' },
				{ from: null, to: 'queued', audienceId: 'id 2', status: 'queued' },
			]);
		});
	});

	test('gives them before eight fields of the record, if it is simplified', async () => {
		await withAnswers([{ body: { items: [{ audienceId: 'a1' }] } }], async (service) => {
			const parameters = { event: 'audienceStatusChanged', pageId: byId('p1'), startFrom: 'everything' };
			const [audience = {}] = await new Trigger(service, parameters).activate();
			expect(Object.keys(audience)).toEqual([
				...['from', 'to', 'audienceId', 'pageId', 'personId', 'personRouteKey'],
				...['effectiveName', 'customName', 'status', 'createdAt'],
			]);
		});
	});
});

test('Asset Trashed: what version 1.0.0 saved has no times, and an asset takes the first that it is seen with', async () => {
	interface Saved {
		state: { delivered: string; marks?: string; changedAt?: number };
	}
	const assets = [{ trashedAt: '+1' }, { trashedAt: '+1' }];
	await watching('assetTrashed', assets, async (become, trigger) => {
		const { [`node:${TRIGGER}`]: saved } = JSON.parse(trigger.saved) as Record<string, Saved>;
		const state = { ...saved?.state, marks: undefined, changedAt: undefined };
		expect(state.delivered).toHaveLength(2 * 9);
		trigger.restart(JSON.stringify({ [`node:${TRIGGER}`]: { state } }));
		expect(await become({ trashedAt: '+2' })).toEqual([]);
		expect(await become({}, { trashedAt: '+3' })).toEqual([{ assetId: 'id 1', trashedAt: '+3' }]);
	});
});
