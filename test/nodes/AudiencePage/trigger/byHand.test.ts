/** *Fetch Test Event*: what a user sees of an event before the workflow is published. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watched } from '../../../support/everyEvent';
import { byId } from '../../../support/locators';
import { published } from '../../../support/published';
import { runNode } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

const shownOf = async (parameters: INodeParameters) =>
	(await new Trigger(sandbox(), parameters).fetchTestEvent())?.map(({ json }) => json);

describe.each(watched)('$event', ({ itsCase, parameters, path, getMany, fields, add, idField }) => {
	const isSimplified = fields.some(({ name }) => name === 'simplify');

	/** An audience is shown as one that is new, for nothing is known of what it was. */
	const asExample = (record: IDataObject): unknown =>
		itsCase.adds
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

	test('remembers nothing, and is not held up by a poll of the published workflow', async () => {
		const fresh = new Trigger(sandbox(), parameters);
		await fresh.fetchTestEvent();
		expect(JSON.stringify(fresh.staticData)).not.toContain('state');

		const active = await published(sandbox(), { ...parameters, startFrom: 'everything' });
		const before = JSON.stringify(active.staticData);
		const id = add(sandbox().store);
		const { settings } = sandbox();
		let shown: ReturnType<Trigger['fetchTestEvent']> | undefined;
		settings.onRequest = () => {
			shown ??= active.fetchTestEvent();
		};
		expect((await active.poll()).map((record) => record[idField])).toEqual([id]);
		settings.onRequest = () => {};
		expect((await shown)?.length).toBeGreaterThan(1);
		expect(JSON.stringify(active.staticData)).not.toBe(before);
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

describe('A list that has nothing', () => {
	const body = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

	test.each(watched)('of $event says so', async ({ itsCase, parameters }) => {
		await withAnswers([{ body }], async (service) => {
			await expect(new Trigger(service, parameters).fetchTestEvent()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: `No ${itsCase.noun} found. Publish the workflow to wait for one`,
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
});
