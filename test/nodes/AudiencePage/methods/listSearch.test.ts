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
	expect(await shownOf('searchPages', [pageOf(pages, 'c1')], ' Pri cing ')).toEqual({
		results: [
			{ name: 'Pricing', value: 'p1' },
			{ name: 'p2', value: 'p2' },
		],
		requests: ['GET /v0/pages/search?query=Pri%20cing&limit=1000'],
	});
});

test.each<[object, string]>([
	[{ name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'x.com' }, 'Ada Lovelace (ada@acme.com)'],
	[{ name: 'Ada Lovelace', email: null, domain: 'acme.com' }, 'Ada Lovelace (acme.com)'],
	[{ email: 'ada@acme.com' }, 'p1 (ada@acme.com)'],
])('The Person picker shows %j as "%s", and goes on where it ended', async (person, name) => {
	const answer = pageOf([{ personId: 'p1', ...person }], 'c1');
	expect(await shownOf('searchPersons', [answer], ' a', 'c0')).toEqual({
		results: [{ name, value: 'p1' }],
		paginationToken: 'c1',
		requests: ['GET /v0/persons/search?query=a&cursor=c0&limit=100'],
	});
});

describe('The Audience picker', () => {
	const AUDIENCES = [
		{ audienceId: 'a1', effectiveName: 'Fair visitors 1', status: 'published' },
		{ audienceId: 'a2', effectiveName: 'Fair visitors 2', status: 'draft' },
		{ audienceId: 'a3', effectiveName: null, status: {} },
		{ effectiveName: 'Lost' },
	];
	const FIRST = 'GET /v0/pages/p%2F1/audiences?limit=100';

	test('shows those of the chosen page that have an ID, one page of the list at a time', async () => {
		const first = await shownOf('searchAudiences', [pageOf(AUDIENCES, 'c1')]);
		const names = ['Fair visitors 1 (published)', 'Fair visitors 2 (draft)', 'a3'];
		expect(first.results.map(({ name }) => name)).toEqual(names);
		expect(first).toMatchObject({ paginationToken: 'c1', requests: [FIRST] });
		const next = await shownOf('searchAudiences', [pageOf([])], '', 'c1');
		expect(next.requests).toEqual(['GET /v0/pages/p%2F1/audiences?cursor=c1&limit=100']);
	});

	test('filters all of them, which the service does not', async () => {
		const answers = [pageOf([], 'c1'), pageOf(AUDIENCES)];
		const { results, paginationToken, requests } = await shownOf(
			'searchAudiences',
			answers,
			' VISITORS 2 ',
		);
		expect(results.map(({ value }) => value)).toEqual(['a2']);
		expect(paginationToken).toBeUndefined();
		expect(requests).toHaveLength(2);
	});
});

test.each(['', ' TRADE fair', 'm1', '2. 2026-'])(
	'The Message picker finds a message with a snapshot by %j, also by its ID, says when and which it is, and cuts a long one',
	async (typed) => {
		const content = `trade fair ${'x'.repeat(200)} end`;
		const hello = { messageId: 'm2', role: 'user', content: 'Hello', hasSnapshot: typed !== '' };
		const timestamp = Date.UTC(2026, 10, 16, 9, 5);
		const messages = [
			{ ...hello, hasSnapshot: false },
			{ ...hello, messageId: 'm1', content, timestamp, hasSnapshot: true },
			hello,
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
	['searchAudiences', { pageId: 'p1' }, 'Refused', 1],
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

test.each(PICKERS)('%s says so when its time is up', async (picker) => {
	const later = { status: 429, headers: { 'retry-after': '100' }, body: { message: 'Later' } };
	await withAnswers([later], async (service) => {
		const time = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		const opening = openPicker(service, picker, { typed: 'nobody', parameters: FILLED });
		while (service.requests.length === 0) await new Promise(setImmediate);
		expect(timeout).toHaveBeenCalledWith(10_000);
		timeout.mockRestore();
		time.abort();
		await expect(opening).rejects.toThrow('The service gave no list within 10 seconds');
	});
});
