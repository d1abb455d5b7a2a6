/** What the pickers of the form show. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, fromList } from '../../../support/locators';
import { openPicker, type Picker } from '../../../support/runNode';
import { withAnswers, type Answer } from '../../../support/services';

const ofMessages = { resource: 'audienceMessage', operation: 'restore' };
const FILLED = { ...ofMessages, pageId: byId('p/1'), audienceId: byId('a1') };
const PICKERS: Picker[] = ['searchPages', 'searchPersons', 'searchAudiences', 'searchMessages'];

/** What a picker shows of these answers, and the requests for them. */
const shownOf = async (
	picker: Picker,
	answers: Answer[],
	typed?: string,
	paginationToken?: string,
) =>
	await withAnswers(answers, async (service) => {
		const opened = { typed, paginationToken, parameters: FILLED };
		return { ...(await openPicker(service, picker, opened)), requests: service.requests };
	});

/** One page of a list; the next has this cursor. */
const pageOf = (items: IDataObject[], nextCursor: string | null = null): Answer => ({
	body: { items, hasMore: nextCursor !== null, nextCursor },
});

test.each(PICKERS)('%s shows what the service says when it refuses', async (picker) => {
	const answer = { status: 401, body: { message: 'Invalid API key' } };
	await expect(shownOf(picker, [answer])).rejects.toThrow('Invalid API key');
});

test('The Page picker shows the pages that the service finds, by their names', async () => {
	const pages = [{ pageId: 'p1', name: 'Pricing' }, { pageId: 'p2' }];
	const { results, ...others } = await shownOf('searchPages', [pageOf(pages, 'c1')], ' Pri cing ');
	expect(results.map(({ name, value }) => `${name}: ${value}`)).toEqual(['Pricing: p1', 'p2: p2']);
	expect(others).toEqual({ requests: ['GET /v0/pages/search?query=Pri%20cing&limit=1000'] });
});

test.each<[object, string]>([
	[{ name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'x.com' }, 'Ada Lovelace (ada@acme.com)'],
	[{ name: 'Ada Lovelace', email: null, domain: 'acme.com' }, 'Ada Lovelace (acme.com)'],
	[{ email: 'ada@acme.com' }, 'p1 (ada@acme.com)'],
])('The Person picker shows %j as "%s", and goes on where it ended', async (person, name) => {
	const answer = pageOf([{ personId: 'p1', ...person }], 'c1');
	// An AI leaves the token empty in place of leaving it out.
	for (const token of ['', 'c0'])
		expect(await shownOf('searchPersons', [answer], ' a', token)).toEqual({
			...{ results: [{ name, value: 'p1' }], paginationToken: 'c1' },
			requests: [`GET /v0/persons/search?query=a${token && `&cursor=${token}`}&limit=100`],
		});
});

describe('The Audience picker', () => {
	const AUDIENCES = [
		{ audienceId: 'a1', effectiveName: 'Fair visitors 1', status: 'published' },
		{ audienceId: 'a2', effectiveName: 'Fair visitors 2', status: 'draft' },
		{ audienceId: 'a3', effectiveName: null, status: {} },
		{ effectiveName: 'Lost' },
	];
	const LABELS = ['Fair visitors 1 (published)', 'Fair visitors 2 (draft)', 'a3'];

	test.each([
		['', LABELS],
		[' VISITORS 2 ', [LABELS[1]]],
	])('filters those that have an ID by %j', async (typed, labels) => {
		const { results, requests } = await shownOf('searchAudiences', [pageOf(AUDIENCES)], typed);
		expect(results.map(({ name }) => name)).toEqual(labels);
		expect(requests).toEqual(['GET /v0/pages/p%2F1/audiences?limit=100']);
	});

	/** Pages of one audience each. */
	const pagesOf = (count: number): Answer[] =>
		Array.from({ length: count }, (_, n) => {
			const audience = { audienceId: `a${n + 1}`, effectiveName: `Audience ${n + 1}` };
			return pageOf([audience], n + 1 < count ? `c${n + 1}` : null);
		});

	test.each([
		['reads page by page until one matches', 'audience 2', 3, 2, ['a2'], 'c2'],
		['ends with the list', 'nobody', 3, 3, [], undefined],
		['reads 10 pages at most, and gives the cursor of the next', 'nobody', 11, 10, [], 'c10'],
	])('%s', async (_what, typed, count, requests, ids, paginationToken) => {
		const shown = await shownOf('searchAudiences', pagesOf(count), typed);
		expect(shown.results.map(({ value }) => value)).toEqual(ids);
		expect(shown.paginationToken).toBe(paginationToken);
		expect(shown.requests).toHaveLength(requests);
		expect(shown.requests[1]).toBe('GET /v0/pages/p%2F1/audiences?cursor=c1&limit=100');
		if (paginationToken === undefined) return;
		const { requests: next } = await shownOf('searchAudiences', pagesOf(1), '', paginationToken);
		expect(next).toEqual([`GET /v0/pages/p%2F1/audiences?cursor=${paginationToken}&limit=100`]);
	});
});

test.each(['', ' TRADE fair', 'm1', '2. 2026-'])(
	'The Message picker finds a message with a snapshot by %j, also by its ID, says when and which it is, and cuts a long one',
	async (typed) => {
		const content = `trade fair ${'x'.repeat(200)} end`;
		const other = { messageId: 'm2', role: 'user', content: 'Other', hasSnapshot: typed !== '' };
		const timestamp = Date.UTC(2026, 10, 16, 9, 5);
		const messages = [
			{ ...other, hasSnapshot: false },
			{ ...other, messageId: 'm1', content, timestamp, hasSnapshot: true },
			other,
		];
		const { results, requests } = await shownOf('searchMessages', [{ body: { messages } }], typed);
		expect(results).toEqual([
			{ name: `2. 2026-11-16 09:05: user: trade fair ${'x'.repeat(42)}…`, value: 'm1' },
		]);
		expect(requests).toEqual(['GET /v0/pages/p%2F1/audiences/a1/messages']);
	},
);

test.each<[Picker, INodeParameters, string, number]>([
	['searchMessages', { pageId: fromList('') }, 'Choose the Page first', 0],
	['searchMessages', { pageId: '={{ $json.pageId }}' }, 'Choose the Page first', 0],
	['searchMessages', { pageId: byId('p1'), audienceId: '..' }, 'Choose the Audience first', 0],
	// The page is all that an AI gives.
	['searchAudiences', { pageId: 'p1', resource: '', operation: '' }, 'Refused', 1],
])(
	'%s needs of the form what its list belongs to: %j',
	async (picker, chosen, message, requests) => {
		await withAnswers([{ status: 401, body: { message: 'Refused' } }], async (service) => {
			const opened = openPicker(service, picker, { parameters: { ...ofMessages, ...chosen } });
			await expect(opened).rejects.toThrow(message);
			expect(service.requests).toHaveLength(requests);
		});
	},
);

describe('When its time is up', () => {
	const LATER = { status: 429, headers: { 'retry-after': '100' }, body: { message: 'Later' } };

	/** Has the time be up where the service is to be waited for. */
	const openInTime = async (picker: Picker, answers: Answer[]) =>
		await withAnswers(answers, async (service) => {
			const time = new AbortController();
			const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
			const opening = openPicker(service, picker, { typed: 'nobody', parameters: FILLED });
			while (service.requests.length < answers.length) await new Promise(setImmediate);
			expect(timeout).toHaveBeenCalledWith(10_000);
			timeout.mockRestore();
			time.abort();
			return await opening;
		});

	test('the Audience picker gives the cursor of what it has not read', async () => {
		const opened = await openInTime('searchAudiences', [pageOf([], 'c1'), LATER]);
		expect(opened).toEqual({ results: [], paginationToken: 'c1' });
	});

	test.each(PICKERS)('%s says so if nothing was read', async (picker) => {
		const opened = openInTime(picker, [LATER]);
		await expect(opened).rejects.toThrow('The service gave no list within 10 seconds');
	});
});
