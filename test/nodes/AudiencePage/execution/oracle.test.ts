/**
 * n8n's own engine for declarative nodes, RoutingNode, as the oracle of our executor: the same
 * parameters run on both, each against a sandbox of its own with the same records. What they send
 * and the items they give are equal, but for the differences that are written out below.
 */
import { Settings } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import type { Way } from '../../../cases/operationCase';
import { judgeBody } from '../../../service/judge';
import type { RecordedRequest } from '../../../service/sandbox';
import { seedStore } from '../../../service/seed';
import { ID_EXPRESSIONS, runnable, type Runnable } from '../../../support/everyOperation';
import { firstIds, idsAt } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

/** Lists of several pages. */
const SIZES = { accountLogs: 130, assets: 120, pages: 12, pageLinks: 180, persons: 230 };

const store = seedStore(SIZES);
const IDS = firstIds(store);

/** Items that carry the IDs of records each. */
const ITEMS = [0, 1, 2].map((n) => idsAt(n, store));

/** n8n's engine sends no empty body (E21), and the sandbox refuses a request without one. */
const withEmptyBody = ({ testCase, option, parameters }: Runnable): boolean =>
	option.routing?.request?.method === 'POST' &&
	judgeBody(testCase.calls[0])({}).length === 0 &&
	Object.values(parameters).every((value) => typeof value === 'string' || '__rl' in Object(value));

const canSimplify = ({ fields }: Runnable) => fields.some(({ name }) => name === 'simplify');

/** What every operation of a kind is tried with. */
function usualWays(operation: Runnable): Way[] {
	const { testCase, isPaged, option } = operation;
	const ofItems = testCase.needs(ID_EXPRESSIONS);
	const isRepeatable = option.routing?.request?.method !== 'POST';
	const isOfItems = isRepeatable && JSON.stringify(ofItems).includes('$json');
	const isFull = !withEmptyBody(operation);
	const filters = testCase.filters?.(IDS);
	const ways: Array<[isTried: boolean, way: Way]> = [
		[isFull, { title: 'as it is', parameters: {} }],
		[isOfItems, { title: 'for an item each', parameters: ofItems, items: ITEMS }],
		[isPaged, { title: 'over several pages', parameters: { returnAll: true } }],
		[isPaged, { title: 'up to a limit over several pages', parameters: { limit: 101 } }],
		[
			filters !== undefined,
			{ title: 'filtered', parameters: { returnAll: true, filters: filters ?? {} } },
		],
		[
			isFull && canSimplify(operation),
			{ title: 'not simplified', parameters: { simplify: false } },
		],
	];
	return ways.filter(([isTried]) => isTried).map(([, way]) => way);
}

/** Those, and those of its case, with all parameters. */
function waysOf(operation: Runnable): Way[] {
	const { name, testCase, parametersFor } = operation;
	const ways = [...usualWays(operation), ...(testCase.ways?.(store, IDS) ?? [])];
	return ways.map(({ title, parameters, items }) => ({
		title: `${name} ${title}`,
		parameters: { ...parametersFor(IDS), ...parameters },
		items,
	}));
}

/** The node without `execute`, which n8n runs by RoutingNode. */
const declarative: INodeType = { description: new AudiencePage().description };

const NOON = Date.parse('2026-11-21T12:00:00Z');
const SANDBOX = { sizes: SIZES, now: () => NOON };

const sandboxOfOurs = useSandbox(SANDBOX);
const sandboxOfTheirs = useSandbox(SANDBOX);

beforeAll(() => (Settings.now = () => NOON));
afterAll(() => (Settings.now = () => Date.now()));

/**
 * Several requests, each made of what the last one gave, are no work of n8n's engine. By Email is
 * one too.
 */
const comparable = runnable.filter(({ testCase }) => testCase.calls.length === 1);

/**
 * Without ports and keys, which differ. n8n's engine sends all items at once
 * (docs/N8N-BEHAVIOR.md); items may share a read.
 */
const inOneOrder = (requests: RecordedRequest[]) =>
	requests
		.filter(
			({ method, url }, n) =>
				method !== 'GET' || requests.findIndex((request) => request.url === url) === n,
		)
		.map(({ method, url, rawBody, headers }) => ({
			...{ method, url, headers: { ...headers, host: '' } },
			rawBody: rawBody.replace(/(?<="idempotencyKey":")\w{64}/, ''),
		}))
		.sort((a, b) => (a.url + a.rawBody < b.url + b.rawBody ? -1 : 1));

/**
 * n8n's engine links no output. Which of several new entries gets which ID goes by their arrival.
 */
const jsonOf = (items: INodeExecutionData[]): IDataObject[] =>
	items.map(({ json }) => {
		const isNew = json.accountLogId !== undefined && Number(json.createdAt) === NOON;
		return isNew ? { ...json, accountLogId: 'new', idempotencyKey: 'new' } : json;
	});

test.each(comparable.flatMap(waysOf))(
	'Our executor and RoutingNode send and give the same: $title',
	async ({ parameters, items }) => {
		const ours = await runNode(sandboxOfOurs(), parameters, { items });
		const theirs = await runNode(sandboxOfTheirs(), parameters, { items, nodeType: declarative });
		expect([ours.error, theirs.error]).toEqual([undefined, undefined]);
		expect(sandboxOfOurs().requests.length).toBeGreaterThan(0);
		expect(inOneOrder(sandboxOfOurs().requests)).toEqual(inOneOrder(sandboxOfTheirs().requests));
		expect(ours.items.length).toBeGreaterThan(0);
		expect(jsonOf(ours.items)).toEqual(jsonOf(theirs.items));
	},
);
