/** *Fetch Test Event*: what a user sees of an event before the workflow is published. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watched } from '../../../support/everyEvent';
import { byId } from '../../../support/locators';
import { published } from '../../../support/published';
import { runNode } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();

const shownOf = async (parameters: INodeParameters) =>
	(await new Trigger(sandbox(), parameters).fetchTestEvent())?.map(({ json }) => json);

describe.each(watched)('$event', ({ event, parameters, path, getMany, fields, add, idField }) => {
	const isSimplified = fields.some(({ name }) => name === 'simplify');

	/** An audience is shown as one that is new, for nothing is known of what it was. */
	const asExample = (record: IDataObject): unknown =>
		event === 'audienceStatusChanged'
			? expect.objectContaining({ from: null, to: record.status, audienceId: record.audienceId })
			: record;

	test.each(isSimplified ? [true, false] : [undefined])(
		'shows the first three as the service lists them, by one request; simplify: %s',
		async (simplify) => {
			const its = simplify === undefined ? {} : { simplify };
			const shown = await shownOf({ ...parameters, ...its });
			expect(calls(sandbox())).toEqual([`GET ${path}`]);
			expect(queries(sandbox())).toEqual(['limit=3']);

			const { json } = await runNode(sandbox(), { ...getMany, ...its });
			expect(json.length).toBeGreaterThan(1);
			expect(shown).toEqual(json.slice(0, 3).map(asExample));
		},
	);

	test('shows them with Everything, too', async () => {
		expect(await shownOf({ ...parameters, startFrom: 'everything' })).toEqual(await shownOf(parameters));
		expect(queries(sandbox())).toEqual(['limit=3', 'limit=3']);
	});

	test('remembers nothing, be the workflow published or not', async () => {
		const fresh = new Trigger(sandbox(), parameters);
		await fresh.fetchTestEvent();
		expect(JSON.stringify(fresh.staticData)).not.toContain('state');

		const active = await published(sandbox(), parameters);
		const before = JSON.stringify(active.staticData);
		const id = add(sandbox().store);
		await active.fetchTestEvent();
		expect(JSON.stringify(active.staticData)).toBe(before);
		expect((await active.poll()).map((record) => record[idField])).toEqual([id]);
		await active.fetchTestEvent();
		expect(await active.poll()).toEqual([]);
	});
});

describe('A list that has fewer', () => {
	test('shows three where the service gives more than it was asked for', async () => {
		const items = Array.from({ length: 9 }, (_, index) => ({ personId: `p${index}` }));
		await withAnswers([{ body: { items } }], async (service) => {
			const shown = await new Trigger(service, { event: 'personCreated' }).fetchTestEvent();
			expect(shown?.map(({ json }) => json)).toEqual(items.slice(0, 3));
		});
	});
});

const NOTHING: Record<string, string> = {
	accountLogCreated: 'No log entry found. Publish the workflow to wait for one',
	assetTrashed: 'No asset in the trash found. Publish the workflow to wait for one',
	audienceCreated: 'No audience found. Publish the workflow to wait for one',
	audienceStatusChanged: 'No audience found. Publish the workflow to wait for one',
	pageCreated: 'No page found. Publish the workflow to wait for one',
	pageLinkCreated: 'No page link found. Publish the workflow to wait for one',
	personCreated: 'No person found. Publish the workflow to wait for one',
	personLogCreated: 'No log entry found. Publish the workflow to wait for one',
	personUpdated: 'No person found. Publish the workflow to wait for one',
	topicEntryChanged: 'No entry of this topic found. Publish the workflow to wait for one',
};

describe('A list that has nothing', () => {
	const body = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

	test.each(watched)('of $event says so', async ({ event, parameters }) => {
		await withAnswers([{ body }], async (service) => {
			await expect(new Trigger(service, parameters).fetchTestEvent()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: NOTHING[event],
				description: 'The service returned an empty list.',
			});
			expect(service.requests).toHaveLength(1);
		});
	});

	test.each<[string, INodeParameters, string]>([
		['personCreated', { filters: { query: 'nobody' } }, 'person'],
		['pageLinkCreated', { pageId: byId('p1') }, 'page link'],
	])('of %s that matches the filters says that: %j', async (event, parameters, noun) => {
		await withAnswers([{ body }], async (service) => {
			await expect(new Trigger(service, { event, ...parameters }).fetchTestEvent()).rejects.toThrow(
				`No ${noun} found that matches the filters`,
			);
		});
	});

	test('is published all the same, and starts with what comes', async () => {
		const page = (...ids: string[]) => ({
			body: { items: ids.map((personId) => ({ personId })), hasMore: false, totalCount: ids.length },
		});
		await withAnswers([page(), page(), page('p1')], async (service) => {
			const trigger = new Trigger(service, { event: 'personCreated' });
			expect(await trigger.activate()).toEqual([]);
			expect(trigger.staticData).toHaveProperty([`node:${TRIGGER}`, 'state']);
			expect(await trigger.poll()).toEqual([]);
			expect(await trigger.poll()).toEqual([{ personId: 'p1' }]);
		});
	});
});
