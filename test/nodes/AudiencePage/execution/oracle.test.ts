/**
 * n8n's own engine for declarative nodes, RoutingNode, as the oracle of our executor: the same
 * parameters run on both, each against a sandbox of its own with the same records. What they send and
 * the items they give are equal, but for the differences that are written out below.
 */
import { Settings } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import type { RecordedRequest } from '../../../service/sandbox';
import { operations } from '../../../support/description';
import { byId } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { EMPTY_BODIES, SEED, SIZES, VARIANTS, type Variant } from './variants';

/** The node without `execute`, which n8n runs by RoutingNode. */
class DeclarativePage implements INodeType {
	description = new AudiencePage().description;
}

const NOON = Date.parse('2026-11-21T12:00:00Z');
const SANDBOX = { seed: SEED, sizes: SIZES, now: () => NOON };

const sandboxOfOurs = useSandbox(SANDBOX);
const sandboxOfTheirs = useSandbox(SANDBOX);

beforeAll(() => {
	Settings.now = () => NOON;
});
afterAll(() => {
	Settings.now = () => Date.now();
});

const table = operations.flatMap(({ name, resource, operation }) =>
	(VARIANTS[name] ?? []).map((variant) => ({ resource, operation, ...variant })),
);
type Case = Variant & { resource: string; operation: string };

async function onBoth({ resource, operation, parameters, items }: Case) {
	const all = { resource, operation, ...parameters };
	// The same execution, and so the same seed: the keys that both engines make have to be equal.
	const options = { items, executionId: 'execution-of-both' };
	const ours = await runNode(sandboxOfOurs(), all, options);
	const theirs = await runNode(sandboxOfTheirs(), all, { ...options, nodeType: new DeclarativePage() });
	return { ours, theirs };
}

/** Several requests, each made of what the last one gave: n8n's engine has no such thing. By Email is one too. */
const ONLY_OURS = ['person.upsert'];

/** Each sandbox has a port of its own; and n8n's engine sends all items at once (docs/N8N-BEHAVIOR.md). */
const inOneOrder = (requests: RecordedRequest[]) =>
	requests
		.map(({ method, url, rawBody, headers }) => ({ method, url, rawBody, headers: { ...headers, host: '' } }))
		.sort((one, other) => (one.url + one.rawBody < other.url + other.rawBody ? -1 : 1));

/** n8n's engine links no output; n8n itself then repairs what it can tell by the counts. */
const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** Which of several new entries gets which ID goes by their arrival. */
const withoutNewIds = (records: IDataObject[], { operation, items = [] }: Case): IDataObject[] =>
	operation === 'create' && items.length > 1
		? records.map((record) => ({ ...record, accountLogId: 'new' }))
		: records;

describe('Our executor and RoutingNode', () => {
	test('are compared in every operation that is one request or one list', () => {
		const names = operations.map(({ name }) => name);
		const compared = [...Object.keys(VARIANTS), ...Object.keys(EMPTY_BODIES)];
		expect(names.filter((name) => !compared.includes(name))).toEqual(ONLY_OURS);
		expect(compared.filter((name) => !names.includes(name))).toEqual([]);
	});

	test.each(table)('send and give the same: $resource $operation $what', async (one) => {
		const { ours, theirs } = await onBoth(one);

		expect([ours.error, theirs.error]).toEqual([undefined, undefined]);
		expect(sandboxOfOurs().requests.length).toBeGreaterThan(0);
		expect(inOneOrder(sandboxOfOurs().requests)).toEqual(inOneOrder(sandboxOfTheirs().requests));
		expect(ours.items.length).toBeGreaterThan(0);
		expect(withoutNewIds(jsonOf(ours.items), one)).toEqual(withoutNewIds(jsonOf(theirs.items), one));
	});

	test.each<Case>([
		{
			resource: 'accountLog',
			operation: 'create',
			what: 'a source that breaks the pattern',
			parameters: { domain: 'acme.com', source: 'Not Fine' },
		},
		{
			resource: 'person',
			operation: 'update',
			what: 'an update of nothing',
			parameters: { personId: byId('p1') },
		},
		{
			resource: 'accountLog',
			operation: 'getAll',
			what: 'an ID that is a path',
			parameters: { accountId: '../admin' },
		},
	])('refuse with the same words, and send nothing: $what', async (one) => {
		const { ours, theirs } = await onBoth(one);
		expect(ours.error?.message).toBe(theirs.error?.message);
		expect(ours.error?.message).toMatch(/ must /);
		expect([sandboxOfOurs().requests, sandboxOfTheirs().requests]).toEqual([[], []]);
	});

	test.each(Object.entries(EMPTY_BODIES))(
		'differ in an empty body, which n8n does not send: %s',
		async (name, parameters) => {
			const [resource = '', operation = ''] = name.split('.');
			const { ours } = await onBoth({ resource, operation, what: 'with an empty body', parameters });
			const [asOurs] = inOneOrder(sandboxOfOurs().requests);
			const [asTheirs] = inOneOrder(sandboxOfTheirs().requests);

			expect(asTheirs?.rawBody).toBe('');
			const headers = {
				...asTheirs?.headers,
				'content-type': 'application/json',
				'content-length': '2',
			};
			expect(asOurs).toEqual({ ...asTheirs, rawBody: '{}', headers });
			expect(ours.items).toHaveLength(1);
		},
	);
});
