/** What all events have in common; what is their own stands in their own tests. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watched } from '../../../support/everyEvent';
import { runNode } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

/** What Get Many gives of the same list. */
async function listed(getMany: INodeParameters): Promise<IDataObject[]> {
	const { json } = await runNode(sandbox(), getMany);
	sandbox().requests.length = 0;
	expect(json.length).toBeGreaterThan(1);
	return json;
}

const withSimplify = watched.filter(({ fields }) => fields.some(({ name }) => name === 'simplify'));

describe.each(watched)('$event', ({ itsCase, isPaged, parameters, path, idField, getMany, fields, add }) => {
	const trigger = (other: INodeParameters = {}) => new Trigger(sandbox(), { ...parameters, ...other });
	const limit = isPaged ? 'limit=100' : 'limit=1000';
	const isSimplified = fields.some(({ name }) => name === 'simplify');
	const raw = isSimplified ? { simplify: false } : {};

	const { adds = [] } = itsCase;
	/** Without what the event adds: see its own tests. */
	const asRecord = (json: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !adds.includes(name)));

	test('now: reads the list when it is published, and starts nothing', async () => {
		expect(await trigger().activate()).toEqual([]);
		expect(calls(sandbox())).toEqual([`GET ${path}`]);
		expect(queries(sandbox())).toEqual([limit]);
	});

	test('a poll that finds nothing new asks once, and starts nothing', async () => {
		const quiet = trigger();
		await quiet.activate();
		sandbox().requests.length = 0;
		expect(await quiet.poll()).toEqual([]);
		expect(calls(sandbox())).toEqual([`GET ${path}`]);
		expect(queries(sandbox())).toEqual([limit]);
	});

	test('what comes after that starts the workflow once, as the service has it', async () => {
		const later = trigger(raw);
		await later.activate();
		const ids = [add(sandbox().store), add(sandbox().store)];
		const json = await later.poll();
		expect(json.map((record) => record[idField])).toEqual(ids);
		const all = await listed({ ...getMany, ...raw });
		expect(json.map(asRecord)).toEqual(ids.map((id) => all.find((record) => record[idField] === id)));
		expect(await later.poll()).toEqual([]);
	});

	test('everything: what is there starts the workflow when it is published, once', async () => {
		const all = await listed({ ...getMany, ...raw });
		const first = trigger({ startFrom: 'everything', ...raw });
		expect((await first.activate()).map(asRecord)).toEqual(all);
		expect(calls(sandbox())).toEqual([`GET ${path}`]);
		expect(queries(sandbox())).toEqual([limit]);
		expect(await first.poll()).toEqual([]);
		const id = add(sandbox().store);
		expect((await first.poll()).map((record) => record[idField])).toEqual([id]);
	});

	test('an item comes from no other, and has nothing but its json', async () => {
		const items = await trigger().fetchTestEvent();
		expect(items?.map((item) => Object.keys(item))).toEqual(Array(items?.length).fill(['json']));
	});
});

describe('Simplify', () => {
	test('is there where it is there for the operation that reads the list', () => {
		expect(withSimplify.map(({ event }) => event)).toEqual(
			watched.filter(({ isSimplified }) => isSimplified).map(({ event }) => event),
		);
	});

	const asInTheNode = withSimplify.filter(({ itsCase }) => itsCase.adds === undefined);

	test.each(asInTheNode)('$event gives what the node gives', async ({ parameters, getMany }) => {
		const all = await listed(getMany);
		const json = await new Trigger(sandbox(), { ...parameters, startFrom: 'everything' }).activate();
		expect(json).toEqual(all);
		for (const record of json) expect(Object.keys(record)).toHaveLength(10);
	});

	test.each(withSimplify)(
		'$event is told the same with it and without',
		async ({ parameters, idField, add }) => {
			const trigger = new Trigger(sandbox(), { ...parameters, simplify: false });
			await trigger.activate();
			expect(await trigger.change({ simplify: true })).toEqual([]);
			const id = add(sandbox().store);
			expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
			expect(await trigger.change({ simplify: false })).toEqual([]);
		},
	);
});
