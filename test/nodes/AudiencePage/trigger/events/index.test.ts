/**
 * What all events have in common: their fields, what starts the workflow, *Fetch Test Event*, and
 * what a poll that fails says.
 */
import { inspect } from 'node:util';
import type { IDataObject, INodeParameters, NodeApiError } from 'n8n-workflow';
import { cycle } from '../../../../service/random';
import { watched, watchedBy } from '../../../../support/everyEvent';
import { byEmail, byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';
import { Trigger } from '../../../../support/Trigger';
import { wholeRecord } from '../../../../previews/outputs';
import { useVirtualTime } from '../../../../support/virtualTime';
import { watching } from './watching';

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
	const {
		testCase,
		isPaged,
		maxLimit,
		parameters,
		path,
		idField,
		getMany,
		add,
		answerWith,
		fields,
	} = event;
	const { adds = [], only = {}, thenReads = '' } = testCase;
	const [alsoRead, alsoQuery] = thenReads.split('?');
	const isTold = (record: IDataObject) =>
		Object.entries(only).every(([name, value]) => record[name] === value);
	/** The query that asks for so many; none where the list comes whole. */
	const limit = maxLimit && `limit=${Math.min(isPaged ? 100 : 1000, maxLimit)}`;
	const hasSimplify = fields.some(({ name }) => name === 'simplify');
	// What an event adds, and simplifies then, is in the other tests of this folder.
	const ways: IDataObject[] = [hasSimplify ? { simplify: false } : {}];
	if (hasSimplify && adds.length === 0) ways.push({ simplify: true });
	const asRecord = (json: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !adds.includes(name)));

	test.each(ways)(
		'starts the workflow with each record once, as the service has it: %j',
		async (way) => {
			const how = way as INodeParameters;
			const all = (await listed({ ...getMany, ...how })).filter(isTold);
			const trigger = new Trigger(sandbox(), { ...parameters, startFrom: 'everything', ...how });
			expect((await trigger.activate()).map(asRecord)).toEqual(all);
			expect(await trigger.poll()).toEqual([]);
			const also = alsoRead ? [`GET ${alsoRead}`] : [];
			expect(calls(sandbox())).toEqual([`GET ${path}`, ...also, `GET ${path}`]);
			expect(queries(sandbox())).toEqual([limit, ...also.map(() => alsoQuery), limit]);
			const otherForm = hasSimplify ? { simplify: how.simplify !== true } : {};
			expect(await trigger.change(otherForm)).toEqual([]);
			const id = add(sandbox().store);
			expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
		},
	);

	test.each(ways)('shows the first three by hand, as items of no other: %j', async (way) => {
		const how = way as INodeParameters;
		const all = (await listed({ ...getMany, ...how })).filter(isTold);
		const trigger = new Trigger(sandbox(), { ...parameters, ...how });
		const items = (await trigger.fetchTestEvent()) ?? [];
		expect(items.map(({ json, ...rest }) => [asRecord(json), rest])).toEqual(
			all.slice(0, 3).map((record) => [record, {}]),
		);
		expect(queries(sandbox())[0]).toEqual(limit);
		expect(JSON.stringify(trigger.staticData)).not.toContain('state');
	});

	test('says by hand that there is nothing to show', async () => {
		await withAnswers([{ body: answerWith([]) }], async (service) => {
			await expect(new Trigger(service, parameters).fetchTestEvent()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(
					/^No [a-z ]+ found that matches .* Check .*, or (add|create|move|use) /,
				) as string,
				description:
					'Up to 2000 records were searched. You can publish the workflow and wait for one.',
			});
		});
	});
});

const withFields = watched.map(
	({ event, idField, getMany, testCase: { compares = [], only = {} } }) => {
		const { properties = {} } = wholeRecord(`${getMany.resource as string}.getAll`);
		const fields = Object.keys(properties).filter((field) => field !== idField);
		return { event, fields: [...fields, 'notInTheInterface'], compares, only };
	},
);

test.each(withFields)(
	'$event starts the workflow again, once, for a change of just the fields that its case names',
	async ({ event, fields, compares, only }) => {
		const before = Object.fromEntries(fields.map((field) => [field, 'before']));
		await watching(event, [before], {}, async (become) => {
			const started: string[] = [];
			for (const field of fields) {
				if ((await become({ [field]: only[field] ?? 'after' })).length > 0) started.push(field);
				expect(await become()).toEqual([]);
			}
			expect(started.sort()).toEqual([...compares].sort());
		});
	},
);

const saidBy = ({ name, message, description, httpCode }: NodeApiError) => ({
	...{ name, message, description, httpCode },
});

const KEY = 'key-of-a-test';
const ANSWERS: Answer[] = [
	{
		status: 400,
		body: { message: `No: the key is ${KEY}`, errors: [{ headers: { 'x-api-key': KEY } }] },
	},
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
			expect(inspect(errors, { depth: 50, maxStringLength: null, showHidden: true })).not.toContain(
				KEY,
			);
			const said = saidBy((await runNode(service, getMany)).error as NodeApiError);
			expect(said).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(/./) as string,
			});
			expect(errors.map((error) => saidBy(error as NodeApiError))).toEqual([said, said, said]);
			expect(JSON.stringify(trigger.staticData)).toBe(saved);
		});
	},
);

const required = watched.flatMap(({ event, fields }) =>
	fields
		.filter((field) => field.required)
		.flatMap(({ name, type, displayName }) => {
			const filledWith = (value: string) => ({
				[name]: type === 'resourceLocator' ? byId(value) : value,
			});
			return [
				[event, filledWith('={{ "" }}'), displayName, 'not be empty'],
				[event, filledWith('..'), displayName, 'be an ID, not a path'],
			] as Array<[string, INodeParameters, string, string]>;
		}),
);

test.each<[string, INodeParameters, string, string]>([
	...required,
	['accountLogCreated', { accountId: 'account_acme' }, 'Account ID', 'be account_ followed by 26 '],
	[
		'assetTrashed',
		{ filters: { assetType: '={{ 0 }}' } },
		'Asset Type',
		'be custom-component, icon',
	],
	['audienceStatusChanged', { newStatus: '={{ 0 }}' }, 'New Status', 'contain only archived'],
	['audienceStatusChanged', { oldStatus: 'unknown' }, 'Old Status', 'contain only archived'],
	['pageLinkCreated', { pageId: byId('..') }, 'Page', 'be an ID, not a path'],
	['personLogCreated', { personId: byEmail('={{ "" }}') }, 'Person', 'not be empty'],
	['personCreated', { filters: { domain: 'info@acme.com' } }, 'Domain', 'be a domain'],
	['personCreated', { filters: { domain: 'acme' } }, 'Domain', 'be a domain'],
	[
		'personCreated',
		{ options: { maxPerPoll: 1.5 } },
		'Max Per Poll',
		'be a whole number of at least 1',
	],
	[
		'personCreated',
		{ options: { fullReadEvery: 0 } },
		'Full Read Every',
		'be a whole number of at least 1',
	],
	['personUpdated', { changes: 'none' }, 'Changes', 'be createdAndUpdated or updatedOnly'],
	['personUpdated', { changes: '={{ 0 }}' }, 'Changes', 'be createdAndUpdated or updatedOnly'],
	['personCreated', { startFrom: '={{ 0 }}' }, 'Start From', 'be everything or now'],
	['personCreated', { options: { maxPerPoll: '={{ 1 }}' } }, 'Max Per Poll', 'be a whole number'],
	['topicEntryChanged', { fieldsToWatch: ['name'] }, 'Fields to Watch', 'contain only '],
])(
	'%s refuses %j, by hand too, before anything is sent',
	async (event, wrong, displayName, rule) => {
		for (const how of ['activate', 'fetchTestEvent'] as const) {
			const trigger = new Trigger(sandbox(), { ...watchedBy(event).parameters, ...wrong });
			await expect(trigger[how]()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining(`${displayName} must ${rule}`) as string,
				description: 'Nothing was sent.',
				context: { itemIndex: undefined },
			});
		}
		expect(sandbox().requests).toEqual([]);
	},
);

test.each<[string, INodeParameters, object]>([
	[
		'assetTrashed',
		{ assetType: 'icon', query: 'ä&b=c #1 +' },
		{ assetType: 'icon', query: 'ä&b=c #1 +' },
	],
	['assetTrashed', { assetType: '', query: ' ' }, {}],
	[
		'pageLinkCreated',
		{ path: '/ä&b', tenantDomainId: 'd1' },
		{ path: '/ä&b', tenantDomainId: 'd1' },
	],
	['personCreated', { query: 'ada', domain: '' }, { query: 'ada' }],
])('%s: of the filters %j, the query has %j', async (event, filters, query) => {
	await new Trigger(sandbox(), { event, filters }).activate();
	expect(sandbox().requests[0]?.query).toEqual({ ...query, limit: '100' });
});
