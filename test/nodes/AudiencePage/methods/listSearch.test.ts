/** What the pickers of the form show. */
import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { byId, fromList } from '../../../support/locators';
import { nth } from '../../../support/records';
import { openPicker, type Picker } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 160, persons: 220, audiences: 3, messages: 4 } });

const pages = () => sandbox().store.pages.all();
const aPageId = () => nth(pages()).pageId;
const audiences = () => sandbox().store.audiences.of(aPageId()).all();
const ofMessages = { resource: 'audienceMessage', operation: 'restore' };
/** Of a form that the sandbox has no records of. */
const FILLED = { ...ofMessages, pageId: byId('p/1'), audienceId: byId('a1') };
const PICKERS: Picker[] = ['searchPages', 'searchPersons', 'searchAudiences', 'searchMessages'];

/** What a picker shows of these answers, and the requests for them. */
const shownOf = async (picker: Picker, answers: Answer[], typed?: string) =>
	await withAnswers(answers, async (service) => {
		const { results, paginationToken } = await openPicker(service, picker, { typed, parameters: FILLED });
		return { results, paginationToken, requests: service.requests };
	});

describe('Every picker', () => {
	test.each(PICKERS)('%s shows what the service says when it refuses', async (picker) => {
		const answer = { status: 401, body: { message: 'Invalid API key' } };
		await expect(shownOf(picker, [answer])).rejects.toThrow('Invalid API key');
	});

	test.each(PICKERS.slice(0, 3))('%s sends no limit after the service refuses all', async (picker) => {
		sandbox().settings.maxLimit = 30;
		const parameters = { ...ofMessages, pageId: byId(aPageId()) };
		const { results } = await openPicker(sandbox(), picker, { parameters });
		sandbox().settings.maxLimit = 1000;
		const onePage = picker === 'searchPages' ? ['limit=1000', 'limit=500', 'limit=200'] : [];
		expect(queries(sandbox())).toStrictEqual([...onePage, 'limit=100', undefined]);
		expect(results.length).toBeGreaterThan(2);
	});
});

describe('The Page picker', () => {
	test('shows all pages by their names', async () => {
		const { results, paginationToken } = await openPicker(sandbox(), 'searchPages');
		expect(sandbox().requests.map(({ url }) => url)).toEqual(['/v0/pages/search?limit=1000']);
		expect(results).toEqual(pages().map(({ pageId, name }) => ({ name, value: pageId })));
		expect(paginationToken).toBeUndefined();
	});

	test('lets the service search', async () => {
		const { name, pageId } = nth(pages(), 59);
		const { results } = await openPicker(sandbox(), 'searchPages', { typed: name });
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ query: name, limit: '1000' }]);
		expect(results).toContainEqual({ name, value: pageId });
	});
});

describe('The Person picker', () => {
	test('shows people page by page, each once', async () => {
		const shown: INodeListSearchItems[] = [];
		// An AI leaves the token empty in place of leaving it out.
		let paginationToken: string | undefined = '';
		do {
			const opened = await openPicker(sandbox(), 'searchPersons', { paginationToken });
			shown.push(...opened.results);
			paginationToken = opened.paginationToken;
		} while (paginationToken !== undefined);

		expect(queries(sandbox())).toEqual(['limit=100', 'cursor=…&limit=100', 'cursor=…&limit=100']);
		const people = sandbox().store.persons.all();
		expect(shown.map(({ value }) => value)).toEqual(people.map(({ personId }) => personId));
	});

	test('lets the service search, the further pages too', async () => {
		const { paginationToken } = await openPicker(sandbox(), 'searchPersons', { typed: 'a' });
		await openPicker(sandbox(), 'searchPersons', { typed: 'a', paginationToken: String(paginationToken) });
		expect(sandbox().requests.map(({ query }) => query)).toEqual([
			{ query: 'a', limit: '100' },
			{ query: 'a', limit: '100', cursor: paginationToken },
		]);
	});

	test.each<[object, string]>([
		[{ name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'x.com' }, 'Ada Lovelace (ada@acme.com)'],
		[{ name: 'Ada Lovelace', email: null, domain: 'acme.com' }, 'Ada Lovelace (acme.com)'],
		[{ email: 'ada@acme.com' }, 'p1 (ada@acme.com)'],
	])('shows %j as "%s"', async (person, label) => {
		const body = { items: [{ personId: 'p1', ...person }], hasMore: false };
		const { results } = await shownOf('searchPersons', [{ body }]);
		expect(results).toEqual([{ name: label, value: 'p1' }]);
	});
});

describe('The Audience picker', () => {
	// It needs no more of the form than the page, which is all that an AI gives.
	const open = async (pageId: INodeParameters | string, typed?: string) =>
		await openPicker(sandbox(), 'searchAudiences', { typed, parameters: { pageId } });

	test('shows the audiences of the chosen page by name and status', async () => {
		const { results, paginationToken } = await open(fromList(aPageId()));
		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPageId()}/audiences`]);
		expect(results).toEqual(
			audiences().map(({ audienceId, customName, computedName, status }) => ({
				name: `${customName ?? computedName} (${status})`,
				value: audienceId,
			})),
		);
		expect(paginationToken).toBeUndefined();
		// As an expression gives the page.
		expect((await open(aPageId())).results).toEqual(results);
	});

	test.each(['visitors 2', ' VISITORS 2 ', 'Draft'])('filters what it shows by %j', async (typed) => {
		const { results } = await open(fromList(aPageId()), typed);
		expect(results.map(({ name }) => name)).toEqual(['Trade fair visitors 2 (draft)']);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	/** Pages of one audience each. */
	const pagesOf = (count: number): Answer[] =>
		Array.from({ length: count }, (_, n) => {
			const items = [{ audienceId: `a${n + 1}`, effectiveName: `Audience ${n + 1}` }];
			const hasMore = n + 1 < count;
			return { body: { items, hasMore, nextCursor: hasMore ? `c${n + 1}` : null } };
		});

	test('reads page by page until an audience matches', async () => {
		expect(await shownOf('searchAudiences', pagesOf(3), 'audience 2')).toEqual({
			results: [{ name: 'Audience 2', value: 'a2' }],
			paginationToken: 'c2',
			requests: [
				'GET /v0/pages/p%2F1/audiences?limit=100',
				'GET /v0/pages/p%2F1/audiences?cursor=c1&limit=100',
			],
		});
	});

	test.each([
		['ends with the list', 3, 3, undefined],
		['reads 10 pages at most, and gives the cursor of the next', 11, 10, 'c10'],
	])('%s', async (_what, count, requests, paginationToken) => {
		const shown = await shownOf('searchAudiences', pagesOf(count), 'nobody');
		expect(shown).toMatchObject({ results: [], paginationToken });
		expect(shown.requests).toHaveLength(requests);
	});

	test('shows a record that has an ID and nothing else by it, and none without an ID', async () => {
		const items = [
			{ audienceId: 'a1', effectiveName: null, status: {} },
			{ effectiveName: 'Lost' },
			{ audienceId: null },
		];
		const { results } = await shownOf('searchAudiences', [{ body: { items } }]);
		expect(results).toEqual([{ name: 'a1', value: 'a1' }]);
	});
});

describe('The Message picker', () => {
	test('shows the messages that have a snapshot', async () => {
		const { audienceId } = nth(audiences());
		const parameters = { ...ofMessages, pageId: byId(aPageId()), audienceId: fromList(audienceId) };
		const { results } = await openPicker(sandbox(), 'searchMessages', { parameters });
		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPageId()}/audiences/${audienceId}/messages`]);
		const messages = sandbox().store.messages.of(audienceId).all();
		expect(results).toEqual(
			messages.flatMap(({ messageId, content, hasSnapshot }) =>
				hasSnapshot ? [{ name: `assistant: ${content as string}`, value: messageId }] : [],
			),
		);
		expect(results).toHaveLength(2);
	});

	test.each(['', ' TRADE fair', 'END', 'm1'])(
		'finds one by %j, also by its end or ID, and cuts a long one',
		async (typed) => {
			const content = `trade fair ${'x'.repeat(200)} end`;
			const other = { messageId: 'm2', role: 'user', content: 'Other', hasSnapshot: true };
			const messages = [{ ...other, messageId: 'm1', content }, ...(typed ? [other] : [])];
			const { results } = await shownOf('searchMessages', [{ body: { messages } }], typed);
			expect(results).toEqual([{ name: `user: trade fair ${'x'.repeat(63)}…`, value: 'm1' }]);
		},
	);
});

test.each<[INodeParameters, string]>([
	[{}, 'Page'],
	...[fromList(''), null, '.', '..', '={{ $json.pageId }}'].map((pageId): [INodeParameters, string] => [
		{ pageId },
		'Page',
	]),
	[{ pageId: byId('p1'), audienceId: fromList('') }, 'Audience'],
])('Where the form has %j, a picker that depends on it asks for the %s first', async (chosen, field) => {
	const parameters = { ...ofMessages, ...chosen };
	for (const picker of PICKERS.slice(field === 'Page' ? 2 : 3)) {
		const opened = openPicker(sandbox(), picker, { parameters });
		await expect(opened).rejects.toThrow(`Choose the ${field} first`);
	}
	expect(calls(sandbox())).toEqual([]);
});

describe('When its time is up', () => {
	const LATER = { status: 429, headers: { 'retry-after': '100' }, body: { message: 'Later' } };
	const FIRST = { body: { items: [], hasMore: true, nextCursor: 'c1' } };

	/** Has the time be up where the service is to be waited for. */
	async function openInTime(picker: Picker, answers: Answer[]) {
		const time = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		try {
			return await withAnswers(answers, async (service) => {
				const opening = openPicker(service, picker, { typed: 'nobody', parameters: FILLED });
				while (service.requests.length < answers.length) await new Promise(setImmediate);
				time.abort();
				return await opening;
			});
		} finally {
			expect(timeout).toHaveBeenCalledWith(10_000);
			timeout.mockRestore();
		}
	}

	test('the Audience picker gives the cursor of what it has not read', async () => {
		const opened = await openInTime('searchAudiences', [FIRST, LATER]);
		expect(opened).toEqual({ results: [], paginationToken: 'c1' });
	});

	test.each(PICKERS)('%s says so if nothing was read', async (picker) => {
		const opened = openInTime(picker, [LATER]);
		await expect(opened).rejects.toThrow('The service did not answer within 10 seconds');
	});
});
