/**
 * n8n's own engine for declarative nodes, RoutingNode, as the oracle of our executor: the same
 * parameters run on both, each against a sandbox of its own with the same records. What they send and
 * the items they give are equal, but for the differences that are written out below.
 */
import { Settings } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import type { Way } from '../../../cases/operationCase';
import { judgeBody } from '../../../service/judge';
import type { RecordedRequest } from '../../../service/sandbox';
import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { ID_EXPRESSIONS, runnable, runnableNamed, type Runnable } from '../../../support/everyOperation';
import { firstIds, nth } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const SEED = 1;
/** Lists of several pages. */
const SIZES = {
	...DEFAULT_SIZES,
	...{ accountLogs: 130, assets: 120, pages: 12, pageLinks: 180, persons: 230 },
};

const store = seedStore(SEED, SIZES);
const IDS = firstIds(store);

/** Items that carry the IDs of records each, those of the n-th parent. */
const ITEMS: IDataObject[] = [0, 1, 2].map((n) => {
	const { accountId } = nth(store.accounts.all(), n);
	const { pageId } = nth(store.pages.all(), n);
	const { personId, email } = nth(store.persons.all(), n);
	const topicId = nth(store.topicIds, n);
	const { accountLogId } = nth(store.accountLogs.of(accountId).all());
	const { audienceId } = nth(store.audiences.of(pageId).all());
	const { topicEntryId } = nth(store.topicEntries.of(topicId).all());
	return { accountId, accountLogId, pageId, audienceId, personId, email, topicId, topicEntryId };
});

/** A way with all of its parameters. */
interface OracleWay {
	title: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

const ofPages: Way[] = [
	{ title: 'of a few', parameters: { limit: 3 } },
	{ title: 'over several pages', parameters: { returnAll: true } },
	{ title: 'up to a limit over several pages', parameters: { limit: 101 } },
	{ title: 'by a page size', parameters: { returnAll: true, options: { pageSize: 60 } } },
];

/** n8n's engine sends no empty body (E21), and the sandbox refuses a request without one. */
const withEmptyBody = ({ itsCase, option, parameters }: Runnable): boolean =>
	option.routing?.request?.method === 'POST' &&
	judgeBody(itsCase.calls[0])({}).length === 0 &&
	Object.values(parameters).every((value) => typeof value === 'string' || '__rl' in Object(value));

/** Those of its case, and those of every operation of its kind. */
function waysOf(operation: Runnable): OracleWay[] {
	const { name, itsCase, isPaged, fields, parametersFor, option } = operation;
	const has = (field: string) => fields.some((one) => one.name === field);
	const when = (holds: boolean, ...ways: Way[]): Way[] => (holds ? ways : []);

	const ofItems = itsCase.needs(ID_EXPRESSIONS);
	const isRepeatable = option.routing?.request?.method !== 'POST';
	const offered = fields.find((field) => field.name === 'filters')?.options ?? [];
	const noFilters = Object.fromEntries(offered.map((filter) => [filter.name, '={{ "" }}']));
	const filters = itsCase.filters?.(IDS);

	const isOfItems = isRepeatable && JSON.stringify(ofItems).includes('$json');
	const isFull = !withEmptyBody(operation);
	const ways: Way[] = [
		...when(isFull, { title: 'as it is', parameters: {} }),
		...when(isOfItems, { title: 'for an item each', parameters: ofItems, items: ITEMS }),
		...when(isPaged, ...ofPages),
		...when(has('filters'), { title: 'by empty filters', parameters: { filters: noFilters } }),
		...when(filters !== undefined, { title: 'filtered', parameters: { returnAll: true, filters } }),
		...when(has('simplify') && isFull, { title: 'not simplified', parameters: { simplify: false } }),
		...(itsCase.ways?.(store, IDS) ?? []),
	];
	return ways.map(({ title, parameters, items }) => ({
		title: `${name} ${title}`,
		parameters: { ...parametersFor(IDS), ...parameters },
		items,
	}));
}

/** The node without `execute`, which n8n runs by RoutingNode. */
class DeclarativePage implements INodeType {
	description = new AudiencePage().description;
}
const declarative = new DeclarativePage();

const NOON = Date.parse('2026-11-21T12:00:00Z');
const SANDBOX = { seed: SEED, sizes: SIZES, now: () => NOON };

const sandboxOfOurs = useSandbox(SANDBOX);
const sandboxOfTheirs = useSandbox(SANDBOX);

beforeAll(() => (Settings.now = () => NOON));
afterAll(() => (Settings.now = () => Date.now()));

/** Several requests, each made of what the last one gave, are no work of n8n's engine. By Email is one too. */
const comparable = runnable.filter(({ itsCase }) => itsCase.calls.length === 1);

async function onBoth({ parameters: all, items }: OracleWay) {
	const ours = await runNode(sandboxOfOurs(), all, { items });
	const theirs = await runNode(sandboxOfTheirs(), all, { items, nodeType: declarative });
	return { ours, theirs };
}

/**
 * Each sandbox has a port of its own, and each execution its keys; and n8n's engine sends all items at once
 * (docs/N8N-BEHAVIOR.md).
 */
const inOneOrder = (requests: RecordedRequest[]) =>
	requests
		.map(({ method, url, rawBody, headers }) => ({
			...{ method, url, headers: { ...headers, host: '' } },
			rawBody: rawBody.replace(/(?<="idempotencyKey":")\w{64}/, ''),
		}))
		.sort((one, other) => (one.url + one.rawBody < other.url + other.rawBody ? -1 : 1));

/** n8n's engine links no output; n8n itself then repairs what it can tell by the counts. */
const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** Which of several new entries gets which ID goes by their arrival. */
const withoutNewIds = (records: IDataObject[]): IDataObject[] =>
	records.map((record) => {
		const isNew = record.accountLogId !== undefined && Number(record.createdAt) === NOON;
		return isNew ? { ...record, accountLogId: 'new', idempotencyKey: 'new' } : record;
	});

describe('Our executor and RoutingNode', () => {
	test.each(comparable.flatMap(waysOf))('send and give the same: $title', async (one) => {
		const { ours, theirs } = await onBoth(one);

		expect([ours.error, theirs.error]).toEqual([undefined, undefined]);
		expect(sandboxOfOurs().requests.length).toBeGreaterThan(0);
		expect(inOneOrder(sandboxOfOurs().requests)).toEqual(inOneOrder(sandboxOfTheirs().requests));
		expect(ours.items.length).toBeGreaterThan(0);
		expect(withoutNewIds(jsonOf(ours.items))).toEqual(withoutNewIds(jsonOf(theirs.items)));
	});

	const wrong = (title: string, operation: string, parameters: INodeParameters): OracleWay => ({
		title,
		parameters: { ...runnableNamed(operation).parameters, ...parameters },
	});

	test.each([
		wrong('a source that breaks the pattern', 'accountLog.create', { source: 'Not Fine' }),
		wrong('an update of nothing', 'person.update', { updateFields: {} }),
		wrong('an ID that is a path', 'accountLog.getAll', { accountId: '../admin' }),
	])('refuse with the same words, and send nothing: $title', async (one) => {
		const { ours, theirs } = await onBoth(one);
		expect(ours.error?.message).toBe(theirs.error?.message);
		expect(ours.error?.message).toMatch(/ must /);
		expect([sandboxOfOurs().requests, sandboxOfTheirs().requests]).toEqual([[], []]);
	});

	test.each(comparable.filter(withEmptyBody))(
		'differ in an empty body, which n8n does not send: $name',
		async ({ name, parametersFor }) => {
			const { ours } = await onBoth({ title: name, parameters: parametersFor(IDS) });
			const [asOurs] = inOneOrder(sandboxOfOurs().requests);
			const [asTheirs] = inOneOrder(sandboxOfTheirs().requests);

			expect(asTheirs?.rawBody).toBe('');
			const ofBody = { 'content-type': 'application/json', 'content-length': '2' };
			const headers = { ...asTheirs?.headers, ...ofBody };
			expect(asOurs).toEqual({ ...asTheirs, rawBody: '{}', headers });
			expect(ours.items).toHaveLength(1);
		},
	);
});
