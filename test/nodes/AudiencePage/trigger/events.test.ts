/** What all events have in common: what starts the workflow, *Fetch Test Event*, and what a poll that fails says. */
import { inspect } from 'node:util';

import type { IDataObject, INodeParameters, NodeApiError } from 'n8n-workflow';

import { describeEvents, type Event } from '../../../../nodes/AudiencePage/trigger/event';
import * as audience from '../../../../nodes/AudiencePage/trigger/events/audience';
import { cycle } from '../../../service/random';
import { watched } from '../../../support/everyEvent';
import { runNode } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox();
useVirtualTime();

/** What Get Many gives of the same list. */
async function listed(getMany: INodeParameters): Promise<IDataObject[]> {
	const { json } = await runNode(sandbox(), getMany);
	sandbox().requests.length = 0;
	expect(json.length).toBeGreaterThan(1);
	return json;
}

describe.each(watched)('$event', (event) => {
	const { itsCase, isPaged, maxLimit, parameters, path, idField, getMany, add, answerWith, fields } = event;
	const { adds = [] } = itsCase;
	/** The query that asks for so many; none where the list comes whole. */
	const limitOf = (count: number) => maxLimit && `limit=${Math.min(count, maxLimit)}`;
	const limit = limitOf(isPaged ? 100 : 1000);
	const hasSimplify = fields.some(({ name }) => name === 'simplify');
	// What an event adds, and simplifies then, see changes.test.ts.
	const ways: IDataObject[] = [hasSimplify ? { simplify: false } : {}];
	if (hasSimplify && adds.length === 0) ways.push({ simplify: true });
	const asRecord = (json: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !adds.includes(name)));

	test.each(ways)('starts the workflow with each record once, as the service has it: %j', async (way) => {
		const how = way as INodeParameters;
		const all = await listed({ ...getMany, ...how });
		const trigger = new Trigger(sandbox(), { ...parameters, startFrom: 'everything', ...how });
		expect((await trigger.activate()).map(asRecord)).toEqual(all);
		expect(await trigger.poll()).toEqual([]);
		expect(calls(sandbox())).toEqual([`GET ${path}`, `GET ${path}`]);
		expect(queries(sandbox())).toEqual([limit, limit]);
		const other = hasSimplify ? { simplify: how.simplify !== true } : {};
		expect(await trigger.change(other)).toEqual([]);
		const id = add(sandbox().store);
		expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
	});

	test.each(ways)('shows the first three by hand, as items of no other, by one request: %j', async (way) => {
		const how = way as INodeParameters;
		const all = await listed({ ...getMany, ...how });
		const trigger = new Trigger(sandbox(), { ...parameters, ...how });
		const items = (await trigger.fetchTestEvent()) ?? [];
		expect(items.map(({ json, ...rest }) => [asRecord(json), rest])).toEqual(
			all.slice(0, 3).map((record) => [record, {}]),
		);
		expect(queries(sandbox())).toEqual([limitOf(3)]);
		expect(JSON.stringify(trigger.staticData)).not.toContain('state');
	});

	test('says by hand that there is nothing to show', async () => {
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
	const trigger = new Trigger(sandbox(), { event: 'personCreated', filters: { query: 'nobody' } });
	await expect(trigger.fetchTestEvent()).rejects.toThrow('No person matches the filters. Check them');
});

const saidBy = ({ name, message, description, httpCode }: NodeApiError) => ({
	...{ name, message, description, httpCode },
});

const KEY = 'key-of-a-test';
const ANSWERS: Answer[] = [
	{ status: 400, body: { message: `No: the key is ${KEY}`, errors: [{ headers: { 'x-api-key': KEY } }] } },
	{ status: 401, body: { message: `Invalid API key ${KEY}` } },
	{ status: 404 },
	{ status: 503, body: `<html><title>Down, ${KEY}</title></html>` },
	{ status: 302, headers: { location: `https://elsewhere.example/?key=${KEY}` } },
	{ status: 200, body: `<html><title>Welcome, ${KEY}</title></html>` },
];

test.each(watched.map((event, n) => ({ ...event, answer: cycle(ANSWERS, n) })))(
	'$event says of $answer.status what the node says, without the key, and remembers nothing of it',
	async ({ parameters, getMany, answerWith, answer }) => {
		await withAnswers([{ body: answerWith([]) }, answer], async (service) => {
			const trigger = new Trigger(service, parameters);
			await trigger.activate();
			const { saved } = trigger;
			const errors = await Promise.all(
				[trigger.poll(), trigger.fetchTestEvent(), new Trigger(service, parameters).activate()].map(
					async (polling) => await (polling as Promise<unknown>).catch((error: unknown) => error),
				),
			);
			expect(inspect(errors, { depth: 50, maxStringLength: null, showHidden: true })).not.toContain(KEY);
			const said = saidBy((await runNode(service, getMany)).error as NodeApiError);
			expect(said).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(/./) as string });
			expect(errors.map((error) => saidBy(error as NodeApiError))).toEqual([said, said, said]);
			expect(JSON.stringify(trigger.staticData)).toBe(saved);
		});
	},
);

test('Events share a field that is the same in them, and each can have its own of that name', () => {
	const fieldsOfPage = (...events: Event[]) =>
		describeEvents(events, audience.audienceCreated)
			.filter(({ name }) => name === 'pageId')
			.map(({ hint, displayOptions }) => [hint, displayOptions?.show?.event]);
	const [page] = audience.audienceCreated.listOf ?? [];
	const other = { ...audience.audienceStatusChanged, listOf: [{ ...page!, hint: 'Of one page only' }] };
	expect(fieldsOfPage(audience.audienceCreated, audience.audienceStatusChanged)).toEqual([
		[page!.hint, undefined],
	]);
	expect(fieldsOfPage(audience.audienceCreated, other)).toEqual([
		[page!.hint, ['audienceCreated']],
		['Of one page only', ['audienceStatusChanged']],
	]);
});
