import type { INodeParameters } from 'n8n-workflow';

import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 250, pages: 30 } });
useVirtualTime();
afterEach(() => (sandbox().settings.maxLimit = 1000));

const PERSONS = { resource: 'person', operation: 'getAll' };
const PAGES = { resource: 'page', operation: 'getAll' };

const persons = async (parameters: INodeParameters) =>
	await runNode(sandbox(), { ...PERSONS, ...parameters });
const pages = async (parameters: INodeParameters) => await runNode(sandbox(), { ...PAGES, ...parameters });
const limits = () => sandbox().requests.map(({ query }) => query.limit);

const MORE_RESULTS = 'There are more results than Limit lets through. Turn on Return All to get all of them.';
const MORE_PAGES =
	'There are more pages than were read. This search gives one answer and no next one: raise Limit, or narrow it down with Search.';

describe('A limit that the service refuses', () => {
	test('is left out, and Return All still reads all', async () => {
		sandbox().settings.maxLimit = 40;
		const { json, error } = await persons({ returnAll: true });
		expect(error).toBeUndefined();
		expect(limits()).toStrictEqual(['100', ...Array<undefined>(10).fill(undefined)]);
		expect(json).toEqual(sandbox().store.persons.all());
	});

	test.each([60, 99])('is left out, and a Limit of %i is still exact', async (limit) => {
		sandbox().settings.maxLimit = 40;
		const { json } = await persons({ limit });
		expect(json).toEqual(sandbox().store.persons.all().slice(0, limit));
		expect(limits().slice(1)).toStrictEqual(Array(Math.ceil(limit / 25)).fill(undefined));
	});

	test('goes with its search text, all the same', async () => {
		sandbox().settings.maxLimit = 40;
		await persons({ limit: 60, filters: { query: 'a' } });
		expect(sandbox().requests.map(({ query }) => query.query)).toEqual(Array(4).fill('a'));
	});

	test('is left out of the one answer of the page search too', async () => {
		sandbox().settings.maxLimit = 27;
		const { json, hints } = await pages({ limit: 28 });
		expect(limits()).toStrictEqual(['28', undefined]);
		expect(json).toHaveLength(25);
		expect(hints).toEqual([MORE_PAGES]);
	});

	const refused = (status: number): Answer => ({ status, body: { message: 'limit is too large' } });
	const page = (id: string, nextCursor: string | null): Answer => ({
		body: { items: [{ personId: id }], hasMore: nextCursor !== null, nextCursor, totalCount: null },
	});
	const read = async (answers: Answer[], parameters: INodeParameters = { returnAll: true }) =>
		await withAnswers(answers, async (service) => ({
			...(await runNode(service, { ...PERSONS, ...parameters })),
			requests: service.requests,
		}));

	test.each([400, 422])('with %i on the first page', async (status) => {
		const { json, requests } = await read([refused(status), page('p1', 'c1'), page('p2', null)]);
		expect(json).toEqual([{ personId: 'p1' }, { personId: 'p2' }]);
		expect(requests).toEqual([
			'GET /v0/persons/search?limit=100',
			'GET /v0/persons/search',
			'GET /v0/persons/search?cursor=c1',
		]);
	});

	test.each([400, 422])('with %i on a later page, at the same cursor', async (status) => {
		const pages = [page('p2', 'c2'), page('p3', null)];
		const { json, requests } = await read([page('p1', 'c1'), refused(status), ...pages]);
		expect(json).toEqual([{ personId: 'p1' }, { personId: 'p2' }, { personId: 'p3' }]);
		expect(requests).toEqual([
			'GET /v0/persons/search?limit=100',
			'GET /v0/persons/search?cursor=c1&limit=100',
			'GET /v0/persons/search?cursor=c1',
			'GET /v0/persons/search?cursor=c2',
		]);
	});

	test.each([
		[400, []],
		[422, []],
		[400, [page('p1', 'c1')]],
		[422, [page('p1', 'c1')]],
	])('%i twice is an error, with the words to the request without one: %#', async (status, before) => {
		const words = 'cursor is too old';
		const answers = [...before, refused(status), { status, body: { message: words } }];
		const { error, items, requests } = await read(answers);
		expect(error).toMatchObject({ message: words, httpCode: String(status) });
		expect(items).toEqual([]);
		expect(requests).toHaveLength(answers.length);
	});

	test('an error of the service is none: the same request is retried', async () => {
		const { json, requests } = await read([refused(500), page('p1', null)]);
		expect(json).toEqual([{ personId: 'p1' }]);
		expect(requests).toEqual(Array(2).fill('GET /v0/persons/search?limit=100'));
	});

	test.each([401, 404, 409, 501])('another refusal is an error at once: %i', async (status) => {
		const { error, requests } = await read([refused(status)]);
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(requests).toHaveLength(1);
	});
});

describe('Page Size', () => {
	test.each([
		[{ returnAll: true, options: { pageSize: 120 } }, ['120', '120', '120']],
		[{ limit: 130, options: { pageSize: 120 } }, ['120', '10']],
		[{ limit: 7, options: { pageSize: 120 } }, ['7']],
		[{ limit: 3, options: { pageSize: 1 } }, ['1', '1', '1']],
		[{ limit: 3, options: { pageSize: '={{ 2 }}' } }, ['2', '1']],
	])('%j asks for %j', async (parameters, asked) => {
		const { error } = await persons(parameters);
		expect(error).toBeUndefined();
		expect(limits()).toStrictEqual(asked);
	});

	test.each([0, -1, 1.5, '={{ "many" }}'])('%j is refused before anything is sent', async (pageSize) => {
		const { error } = await persons({ returnAll: true, options: { pageSize } });
		expect(error?.message).toBe('Page Size must be a whole number of at least 1');
		expect(sandbox().requests).toEqual([]);
	});
});

describe('A hint', () => {
	test.each([
		[249, [MORE_RESULTS]],
		[100, [MORE_RESULTS]],
		[250, []],
		[251, []],
	])('tells whether there were more people than a Limit of %i: %j', async (limit, hints) => {
		expect((await persons({ limit })).hints).toEqual(hints);
	});

	test('is not given with Return All', async () => {
		expect((await persons({ returnAll: true })).hints).toEqual([]);
	});

	test.each([
		[29, [MORE_PAGES]],
		[30, []],
		[31, []],
	])('tells whether there were more pages than a Limit of %i: %j', async (limit, hints) => {
		expect((await pages({ limit })).hints).toEqual(hints);
	});

	test('is given once a run', async () => {
		const list = { ...PERSONS, limit: 1 };
		const { hints, items } = await runNode(sandbox(), list, { items: [{}, {}, {}] });
		expect(items).toHaveLength(3);
		expect(hints).toEqual([MORE_RESULTS]);
	});

	test.each([
		[{ items: [{ pageId: 'p1' }], hasMore: true, totalCount: null }, [MORE_PAGES]],
		[{ items: [{ pageId: 'p1' }], hasMore: false, totalCount: 2 }, [MORE_PAGES]],
		[{ items: [{ pageId: 'p1' }], totalCount: null }, []],
		[{ items: [{ pageId: 'p1' }] }, []],
		[{ items: Array(51).fill({ pageId: 'p1' }) }, [MORE_PAGES]],
	])('goes by what the page search says: %#', async (body, hints) => {
		const run = await withAnswers([{ body }], async (service) => await runNode(service, PAGES));
		expect(run.hints).toEqual(hints);
		expect(run.items.length).toBeLessThanOrEqual(50);
	});
});
