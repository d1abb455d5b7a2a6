import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../../support/runNode';
import { queries } from '../../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 250 } });

const parametersFor = (parameters: INodeParameters) => ({
	resource: 'person',
	operation: 'getAll',
	...parameters,
});

const getAll = async (parameters: INodeParameters) => await runNode(sandbox(), parametersFor(parameters));

describe('Person > Get Many', () => {
	test.each([
		[1, ['limit=1']],
		[50, ['limit=50']],
		[99, ['limit=99']],
		[100, ['limit=100']],
		[101, ['limit=100', 'cursor=…&limit=1']],
		[200, ['limit=100', 'cursor=…&limit=100']],
		[250, ['limit=100', 'cursor=…&limit=100', 'cursor=…&limit=50']],
		[1000, ['limit=100', 'cursor=…&limit=100', 'cursor=…&limit=100']],
	])('a limit of %i asks for no more than that', async (limit, sent) => {
		const { json } = await getAll({ limit });
		expect(queries(sandbox())).toEqual(sent);
		expect(json).toEqual(sandbox().store.persons.all().slice(0, limit));
	});

	test('Return All reads the whole list, each person once', async () => {
		const { json } = await getAll({ returnAll: true });
		expect(queries(sandbox())).toEqual(['limit=100', 'cursor=…&limit=100', 'cursor=…&limit=100']);
		expect(json).toEqual(sandbox().store.persons.all());
	});

	test('the search text goes with every page', async () => {
		const { json } = await getAll({ returnAll: true, filters: { query: 'a' } });
		expect(sandbox().requests.length).toBeGreaterThan(1);
		expect(sandbox().requests.map(({ query }) => query.query)).toEqual(sandbox().requests.map(() => 'a'));
		expect(json.length).toBeGreaterThan(100);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'a search text of %j is not sent',
		async (query) => {
			await getAll({ limit: 1, filters: { query } });
			expect(queries(sandbox())).toEqual(['limit=1']);
		},
	);

	test('a search text is sent as it is', async () => {
		await getAll({ limit: 1, filters: { query: 'ä&b=c #1 +' } });
		expect(sandbox().requests.map(({ query }) => query.query)).toEqual(['ä&b=c #1 +']);
	});

	test('a list that finds nothing gives no item', async () => {
		const { items, error } = await getAll({ filters: { query: 'nobody of this name' } });
		expect(items).toEqual([]);
		expect(error).toBeUndefined();
	});

	test.each([0, -1, 1.5, '={{ "many" }}', '={{ [] }}'])(
		'a limit of %j is refused before anything is sent',
		async (limit) => {
			const { error } = await getAll({ limit });
			expect(error?.message).toContain('Limit must be a whole number of at least 1');
			expect(sandbox().requests).toEqual([]);
		},
	);

	test('a limit that comes as text is a limit', async () => {
		const { items } = await getAll({ limit: '={{ "3" }}' });
		expect(items).toHaveLength(3);
	});
});

describe('A list that the service gives wrongly is refused as a whole', () => {
	const page = (ids: number[], rest: object): Answer => ({
		body: { items: ids.map((id) => ({ personId: `p${id}` })), totalCount: null, ...rest },
	});
	const readAll = async (answers: Answer[], parameters: INodeParameters = { returnAll: true }) =>
		await withAnswers(answers, async (service) => ({
			...(await runNode(service, parametersFor(parameters))),
			requests: service.requests,
		}));

	test('a cursor that is repeated', async () => {
		const again = page([1], { hasMore: true, nextCursor: 'c1' });
		const { error, items, requests } = await readAll([again, again]);
		expect(error?.message).toContain('the same cursor twice');
		expect(items).toEqual([]);
		expect(requests).toHaveLength(2);
	});

	test('a cursor of long ago', async () => {
		const { error, requests } = await readAll([
			page([1], { hasMore: true, nextCursor: 'c1' }),
			page([2], { hasMore: true, nextCursor: 'c2' }),
			page([3], { hasMore: true, nextCursor: 'c1' }),
		]);
		expect(error?.message).toContain('the same cursor twice');
		expect(requests).toHaveLength(3);
	});

	test.each([null, '', undefined, {}])('more to come, and the cursor %j', async (nextCursor) => {
		const { error, items } = await readAll([page([1], { hasMore: true, nextCursor })]);
		expect(error?.message).toContain('gave no cursor');
		expect(items).toEqual([]);
	});

	test.each([{}, { items: null }, { items: 'none' }, '', null])(
		'an answer without a list: %j',
		async (body) => {
			const { error } = await readAll([{ body }]);
			expect(error?.message).toBe('The service did not return a list of items');
		},
	);

	test('an empty page in the middle is only a page', async () => {
		const { json, requests } = await readAll([
			page([1], { hasMore: true, nextCursor: 'c1' }),
			page([], { hasMore: true, nextCursor: 'c2' }),
			page([2], { hasMore: false, nextCursor: null }),
		]);
		expect(json).toEqual([{ personId: 'p1' }, { personId: 'p2' }]);
		expect(requests).toHaveLength(3);
	});

	test('without hasMore the cursor tells', async () => {
		const { json } = await readAll([page([1], { nextCursor: 'c1' }), page([2], { nextCursor: null })]);
		expect(json).toEqual([{ personId: 'p1' }, { personId: 'p2' }]);
	});

	test('a service that gives more than was asked for is cut at the limit', async () => {
		const { json, requests } = await readAll([page([1, 2, 3], { hasMore: true, nextCursor: 'c1' })], {
			limit: 2,
		});
		expect(json).toEqual([{ personId: 'p1' }, { personId: 'p2' }]);
		expect(requests).toEqual(['GET /v0/persons/search?limit=2']);
	});
});
