/** What a test can set of lists: their order, how much of them an answer holds, and what it tells of the rest. */
import { judgeResponse, operations } from './judge';
import type { Person } from './records';
import { knownIds, startWithClient, type ListBody, type TestClient } from './testClient';

const LISTS = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'));
const SEARCHES = ['searchPersons', 'searchPages'];

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient();
});
afterEach(() => service.close());

const list = async (operationId: string, path: string, query?: object) =>
	(await service.call<ListBody<unknown>>(operationId, knownIds(service, path), query)).body;

describe.each(LISTS)('$operationId', ({ operationId, path, parameters }) => {
	const hasCursor = parameters.some(({ name }) => name === 'cursor');

	it('comes in the order that is set, page after page', async () => {
		const { items: asStored } = await list(operationId, path, { limit: 100 });
		expect(asStored.length).toBeGreaterThan(1);
		service.settings.arrange = (records) => [...records].reverse();
		const first = await list(operationId, path, { limit: 1 });
		expect(first).toMatchObject({ items: asStored.slice(-1), hasMore: true });
		if (!hasCursor) return;
		const second = await list(operationId, path, { limit: 1, cursor: first.nextCursor });
		expect(second.items).toEqual(asStored.slice(-2, -1));
	});

	it('has no more on a page than is set, whatever the limit', async () => {
		const { items: all, totalCount } = await list(operationId, path, { limit: 100 });
		service.settings.mostPerPage = 1;
		const page = await list(operationId, path, { limit: 100 });
		expect(page).toMatchObject({ items: all.slice(0, 1), hasMore: true, totalCount });
		if (!hasCursor) return;
		const { items } = await list(operationId, path, { limit: 100, cursor: page.nextCursor });
		expect(items).toEqual(all.slice(1, 2));
	});

	it('tells its count where the interface says so, whatever is set', async () => {
		service.settings.countsSearches = false;
		const answer = await list(operationId, path, { limit: 100 });
		const isSilent = SEARCHES.includes(operationId);
		expect(answer.totalCount).toBe(isSilent ? null : answer.items.length);
		expect(judgeResponse(operationId)(answer)).toEqual([]);
	});
});

describe('the hooks', () => {
	it('tell of a request before it is carried out, and of the answer before a fault spoils it', async () => {
		const told: string[] = [];
		service.settings.onRequest = ({ operationId }) => {
			told.push(`${operationId}`);
			service.store.persons.remove(service.store.persons.all()[0]!.personId);
			service.failNext('resetAfter');
		};
		service.settings.onAnswer = ({ fault }, { status, body }) => {
			told.push(`${fault} ${status} ${(body as ListBody<Person>).totalCount}`);
		};
		await expect(service.call('searchPersons', [])).rejects.toThrow();
		expect(told).toEqual(['searchPersons', 'resetAfter 200 59']);
	});

	it('tell of no answer where a fault came instead', async () => {
		const answers: number[] = [];
		service.settings.onAnswer = (_request, { status }) => answers.push(status);
		service.failNext('unavailable');
		await service.call('searchPersons', []);
		await service.call('searchPersons', [], { limit: 0 });
		expect(answers).toEqual([400]);
	});
});
