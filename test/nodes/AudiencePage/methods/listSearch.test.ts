import type { INodeListSearchItems } from 'n8n-workflow';

import { byId, fromList } from '../../../support/locators';
import { useVirtualTime } from '../../../support/virtualTime';
import { nth } from '../../../support/records';
import { openPicker, runNode } from '../../../support/runNode';
import { queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 60, persons: 120, audiences: 3 } });
useVirtualTime();

afterEach(() => {
	sandbox().settings.maxLimit = 1000;
});

const pages = () => sandbox().store.pages.all();
const aPageId = () => nth(pages()).pageId;
const ofMessages = { resource: 'audienceMessage', operation: 'restore' };

const MORE = { name: 'More pages exist: type to search', value: '…' };

describe('Every picker', () => {
	test.each(['searchPages', 'searchPersons', 'searchAudiences', 'searchMessages'] as const)(
		'%s shows what the service says when it refuses',
		async (picker) => {
			const answer = { status: 401, body: { message: 'Invalid API key' } };
			const parameters = { ...ofMessages, pageId: byId('p1'), audienceId: byId('a1') };
			const opened = withAnswers(
				[answer],
				async (service) => await openPicker(service, picker, { parameters }),
			);
			await expect(opened).rejects.toThrow('Invalid API key');
		},
	);

	test.each(['searchPages', 'searchPersons', 'searchAudiences'] as const)(
		'%s sends no limit after the service refuses one',
		async (picker) => {
			sandbox().settings.maxLimit = 30;
			const parameters = { ...ofMessages, pageId: byId(aPageId()) };
			const { results } = await openPicker(sandbox(), picker, { parameters });
			expect(queries(sandbox())).toStrictEqual(['limit=50', undefined]);
			expect(results.length).toBeGreaterThan(2);
		},
	);
});

describe('The Page picker', () => {
	test('shows pages by their names, and says that there are more', async () => {
		const { results, paginationToken } = await openPicker(sandbox(), 'searchPages');
		expect(sandbox().requests.map(({ url }) => url)).toEqual(['/v0/pages/search?limit=50']);
		const shown = pages()
			.slice(0, 50)
			.map(({ pageId, name }) => ({ name, value: pageId }));
		expect(results).toEqual([...shown, MORE]);
		expect(paginationToken).toBeUndefined();
	});

	test('has an entry that says so, and is refused where it is chosen', async () => {
		const parameters = { resource: 'audience', operation: 'getAll', pageId: fromList(MORE.value) };
		const { error } = await runNode(sandbox(), parameters);
		expect(error?.message).toContain('Page must be chosen from the list');
		expect(queries(sandbox())).toEqual([]);
	});

	test('lets the service search', async () => {
		const name = pages().at(-1)?.name ?? '';
		const { results } = await openPicker(sandbox(), 'searchPages', { typed: name });
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ query: name, limit: '50' }]);
		expect(results).toEqual([{ name, value: pages().at(-1)?.pageId }]);
	});

	test.each<[string, object, boolean]>([
		['hasMore', { hasMore: true, totalCount: null }, true],
		['a greater count', { hasMore: false, totalCount: 2 }, true],
		['no more', { hasMore: false, totalCount: 1 }, false],
		['a next cursor', { hasMore: null, nextCursor: 'c' }, true],
		['nothing', {}, false],
	])('goes by %s to say whether there are more', async (_what, rest, isMore) => {
		const body = { items: [{ pageId: 'page_1', name: 'Pricing' }], ...rest };
		const { results } = await withAnswers(
			[{ body }],
			async (service) => await openPicker(service, 'searchPages'),
		);
		expect(results).toEqual([{ name: 'Pricing', value: 'page_1' }, ...(isMore ? [MORE] : [])]);
	});

	test('shows the ID of a page without a name', async () => {
		const body = { items: [{ pageId: 'page_1' }], hasMore: false, totalCount: 1 };
		const { results } = await withAnswers(
			[{ body }],
			async (service) => await openPicker(service, 'searchPages'),
		);
		expect(results).toEqual([{ name: 'page_1', value: 'page_1' }]);
	});
});

describe('The Person picker', () => {
	test('shows people page by page, each once', async () => {
		const shown: INodeListSearchItems[] = [];
		let paginationToken: string | undefined;
		do {
			const opened = await openPicker(sandbox(), 'searchPersons', { paginationToken });
			shown.push(...opened.results);
			paginationToken = opened.paginationToken;
		} while (paginationToken !== undefined);

		expect(queries(sandbox())).toEqual(['limit=50', 'cursor=…&limit=50', 'cursor=…&limit=50']);
		expect(shown.map(({ value }) => value)).toEqual(
			sandbox()
				.store.persons.all()
				.map(({ personId }) => personId),
		);
	});

	test('lets the service search, the further pages too', async () => {
		const { paginationToken } = await openPicker(sandbox(), 'searchPersons', { typed: 'a' });
		await openPicker(sandbox(), 'searchPersons', { typed: 'a', paginationToken: String(paginationToken) });
		expect(sandbox().requests.map(({ query }) => query)).toEqual([
			{ query: 'a', limit: '50' },
			{ query: 'a', limit: '50', cursor: paginationToken },
		]);
	});

	test.each<[object, string]>([
		[{ name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'x.com' }, 'Ada Lovelace (ada@acme.com)'],
		[{ name: 'Ada Lovelace', email: null, domain: 'acme.com' }, 'Ada Lovelace (acme.com)'],
		[{ name: 'Ada Lovelace', email: null, domain: null }, 'Ada Lovelace'],
		[{ email: 'ada@acme.com' }, 'p1 (ada@acme.com)'],
	])('shows %j as "%s"', async (person, label) => {
		const body = { items: [{ personId: 'p1', ...person }], hasMore: false };
		const { results } = await withAnswers(
			[{ body }],
			async (service) => await openPicker(service, 'searchPersons'),
		);
		expect(results).toEqual([{ name: label, value: 'p1' }]);
	});
});
