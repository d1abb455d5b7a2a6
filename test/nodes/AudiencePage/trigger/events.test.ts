/** What all events have in common: from Now, from Everything, and with *Fetch Test Event*. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watched, watchedBy } from '../../../support/everyEvent';
import { runNode } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

/** What Get Many gives of the same list. */
async function listed(getMany: INodeParameters): Promise<IDataObject[]> {
	const { json } = await runNode(sandbox(), getMany);
	sandbox().requests.length = 0;
	expect(json.length).toBeGreaterThan(1);
	return json;
}

const hasSimplify = ({ fields }: (typeof watched)[number]) => fields.some(({ name }) => name === 'simplify');

test('Simplify is there where the operation that reads the list has it', () => {
	const asInTheNode = watched.filter(({ isSimplified }) => isSimplified);
	expect(watched.filter(hasSimplify)).toEqual(asInTheNode);
});

describe.each(watched)('$event', (event) => {
	const { itsCase, isPaged, parameters, path, idField, getMany, add, answerWith, queryFor } = event;
	const { adds = [] } = itsCase;
	const limit = queryFor(isPaged ? 100 : Infinity);
	const raw = hasSimplify(event) ? { simplify: false } : {};
	// What an event adds, and simplifies then, see changes.test.ts.
	const ways: Array<{ simplify?: boolean }> =
		hasSimplify(event) && adds.length === 0 ? [raw, { simplify: true }] : [raw];

	const idsOf = (records: IDataObject[]) => records.map((record) => record[idField]);
	const asRecord = (json: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !adds.includes(name)));

	test('from Now: asks once a poll; what comes later starts the workflow once, as the service has it', async () => {
		const trigger = new Trigger(sandbox(), { ...parameters, ...raw });
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(calls(sandbox())).toEqual([`GET ${path}`, `GET ${path}`]);
		expect(queries(sandbox())).toEqual([limit, limit]);

		const ids = [add(sandbox().store), add(sandbox().store)];
		const json = await trigger.poll();
		const all = await listed({ ...getMany, ...raw });
		expect(json.map(asRecord)).toEqual(ids.map((id) => all.find((record) => record[idField] === id)));
		expect(await trigger.poll()).toEqual([]);
	});

	test.each(ways)('from Everything: what is there starts the workflow too, once: %j', async (how) => {
		const all = await listed({ ...getMany, ...how });
		const trigger = new Trigger(sandbox(), { ...parameters, startFrom: 'everything', ...how });
		expect((await trigger.activate()).map(asRecord)).toEqual(all);
		expect(queries(sandbox())).toEqual([limit]);
		const other = hasSimplify(event) ? { simplify: how.simplify !== true } : {};
		expect(await trigger.change(other)).toEqual([]);
		const id = add(sandbox().store);
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test.each(ways)('by hand: shows the first three as items of no other, by one request: %j', async (how) => {
		const all = await listed({ ...getMany, ...how });
		const trigger = new Trigger(sandbox(), { ...parameters, ...how });
		const items = (await trigger.fetchTestEvent()) ?? [];
		expect(items.map(({ json, ...rest }) => [asRecord(json), rest])).toEqual(
			all.slice(0, 3).map((record) => [record, {}]),
		);
		expect(calls(sandbox())).toEqual([`GET ${path}`]);
		expect(queries(sandbox())).toEqual([queryFor(3)]);
		expect(JSON.stringify(trigger.staticData)).not.toContain('state');
	});

	test('by hand: says so where there is nothing to show', async () => {
		await withAnswers([{ body: answerWith([]) }], async (service) => {
			await expect(new Trigger(service, parameters).fetchTestEvent()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(
					/^No [a-z ]+ found\. To see one here, (add|create|move) one /,
				) as string,
				description: 'The service returned an empty list. You can publish the workflow and wait for one.',
			});
		});
	});
});

test('By hand: where nothing matches the filters, it says that', async () => {
	const { answerWith } = watchedBy('personCreated');
	await withAnswers([{ body: answerWith([]) }], async (service) => {
		const trigger = new Trigger(service, { event: 'personCreated', filters: { query: 'nobody' } });
		await expect(trigger.fetchTestEvent()).rejects.toThrow(
			'No person matches the filters. Check them; if they are right, publish the workflow',
		);
	});
});
