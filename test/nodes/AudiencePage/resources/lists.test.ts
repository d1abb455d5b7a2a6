/** What all lists with cursors have in common; what is their own stands in their own tests. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { operations } from '../../../support/description';
import { runNode } from '../../../support/runNode';
import { queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';

/** Lists of 25: three pages of 10. Of every three log entries one is deleted, of every three links one is elsewhere. */
const SIZES = {
	...DEFAULT_SIZES,
	accounts: 3,
	accountLogs: 37,
	persons: 25,
	personLogs: 37,
	pages: 3,
	audiences: 25,
	assets: 25,
	pageLinks: 37,
	topicEntries: 25,
};
const PAGES_OF_10 = { pageSize: 10 };

const sandbox = useSandbox({ sizes: SIZES });
const store = seedStore(1, SIZES);

const ids = {
	accountId: store.accounts.all().map(({ accountId }) => accountId),
	pageId: store.pages.all().map(({ pageId }) => pageId),
	personId: store.persons.all().map(({ personId }) => personId),
	topicId: store.topicIds,
};

interface List {
	resource: string;
	/** Which of the service's lists it is. */
	path: string;
	/** What the list belongs to. */
	parent?: keyof typeof ids;
	/** The field that tells its records apart. */
	id: string;
	/** Filters that let more than one page through. */
	filters?: INodeParameters;
	query?: Record<string, string>;
}

const LISTS: List[] = [
	{
		resource: 'accountLog',
		path: `/v0/accounts/${ids.accountId[0]}/logs`,
		parent: 'accountId',
		id: 'accountLogId',
		filters: { includeDeleted: true },
		query: { includeDeleted: 'true' },
	},
	{
		resource: 'asset',
		path: '/v0/assets/trash',
		id: 'assetId',
		filters: { query: 'last year' },
		query: { query: 'last year' },
	},
	{ resource: 'audience', path: `/v0/pages/${ids.pageId[0]}/audiences`, parent: 'pageId', id: 'audienceId' },
	{
		resource: 'pageLink',
		path: '/v0/page_links',
		id: 'pageLinkId',
		filters: { pageId: ids.pageId[0] },
		query: { pageId: ids.pageId[0] ?? '' },
	},
	{
		resource: 'person',
		path: '/v0/persons/search',
		id: 'personId',
		filters: { query: 'a' },
		query: { query: 'a' },
	},
	{
		resource: 'personLog',
		path: `/v0/persons/${ids.personId[0]}/logs`,
		parent: 'personId',
		id: 'personLogId',
		filters: { includeDeleted: true },
		query: { includeDeleted: 'true' },
	},
	{
		resource: 'topicEntry',
		path: `/v0/topics/${ids.topicId[0]}/entries`,
		parent: 'topicId',
		id: 'topicEntryId',
	},
];

const parametersFor = ({ resource, parent }: List, parameters: INodeParameters): INodeParameters => ({
	resource,
	operation: 'getAll',
	...(parent && { [parent]: ids[parent][0] }),
	...parameters,
});

const getAll = async (list: List, parameters: INodeParameters, items?: IDataObject[]) =>
	await runNode(sandbox(), parametersFor(list, parameters), { items });

/** The IDs of the whole list, asked for without the node. */
async function served({ path, id }: List, query: Record<string, string> = {}): Promise<unknown[]> {
	const { url, apiKey, requests } = sandbox();
	const search = new URLSearchParams({ ...query, limit: '1000' }).toString();
	const response = await fetch(`${url}${path}?${search}`, { headers: { 'x-api-key': apiKey } });
	requests.pop();
	return ((await response.json()) as { items: IDataObject[] }).items.map((record) => record[id]);
}

test('every list with cursors is looked at', () => {
	const withCursors = operations.filter(({ fields }) => fields.some(({ name }) => name === 'returnAll'));
	expect(withCursors.map(({ name }) => name).sort()).toEqual(
		LISTS.map(({ resource }) => `${resource}.getAll`),
	);
});

describe.each(LISTS)('The list of $path', (list) => {
	const idsOf = (records: IDataObject[]) => records.map((record) => record[list.id]);

	test('Return All reads it to its end, each record once', async () => {
		const { items, json, error } = await getAll(list, { returnAll: true, options: PAGES_OF_10 });
		expect(error).toBeUndefined();
		expect(queries(sandbox())).toEqual(['limit=10', 'cursor=…&limit=10', 'cursor=…&limit=10']);
		const all = await served(list);
		expect(all).toHaveLength(25);
		expect(idsOf(json)).toEqual(all);
		expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	});

	test('Return All that an expression gives as text is on', async () => {
		const { json } = await getAll(list, { returnAll: '={{ "true" }}', limit: 1 });
		expect(json).toHaveLength(25);
	});

	test.each([
		[1, ['limit=1']],
		[10, ['limit=10']],
		[11, ['limit=10', 'cursor=…&limit=1']],
	])('a limit of %i asks for no more, and says that there is more', async (limit, sent) => {
		const { json, hints } = await getAll(list, { limit, options: PAGES_OF_10 });
		expect(queries(sandbox())).toEqual(sent);
		expect(idsOf(json)).toEqual((await served(list)).slice(0, limit));
		expect(hints).toContain('More results exist. Raise Limit or turn on Return All.');
	});

	test('a limit beyond its end gives all of it', async () => {
		const { json, hints } = await getAll(list, { limit: 26 });
		expect(idsOf(json)).toEqual(await served(list));
		expect(hints.filter((hint) => hint.includes('More results'))).toEqual([]);
	});

	test('several items: each reads up to its own limit, and is linked to what it read', async () => {
		const { items } = await getAll(list, { limit: '={{ $json.limit }}' }, [{ limit: 2 }, { limit: 1 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
	});

	test('that finds nothing gives no item, and a hint', async () => {
		const body = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };
		const { items, hints, error } = await withAnswers(
			[{ body }],
			async (service) => await runNode(service, parametersFor(list, {})),
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints).toContainEqual(expect.stringContaining('Always Output Data'));
	});

	test.each([
		['Limit', { limit: 0 }],
		['Limit', { limit: 1.5 }],
		['Limit', { limit: '={{ "many" }}' }],
		['Page Size', { options: { pageSize: 0 } }],
	])('%s is refused before anything is sent: %j', async (name, parameters) => {
		const { error } = await getAll(list, parameters);
		expect(error?.message).toContain(`${name} must be a whole number of at least 1`);
		expect(queries(sandbox())).toEqual([]);
	});
});

describe.each(LISTS.filter(({ filters }) => filters))('The filters of $path', (list) => {
	test('go with every page', async () => {
		const { filters = {}, query = {} } = list;
		const { json } = await getAll(list, { returnAll: true, filters, options: PAGES_OF_10 });
		expect(sandbox().requests.length).toBeGreaterThan(1);
		for (const request of sandbox().requests) expect(request.query).toMatchObject(query);
		expect(json.map((record) => record[list.id])).toEqual(await served(list, query));
	});
});
