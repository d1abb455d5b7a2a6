import type { MockInstance } from 'vitest';

import { byId, fromList } from '../../../support/locators';
import { nth } from '../../../support/records';
import { openPicker } from '../../../support/runNode';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 3, messages: 4 } });

const aPageId = () => nth(sandbox().store.pages.all()).pageId;
const audiences = () => sandbox().store.audiences.of(aPageId()).all();
const ofMessages = { resource: 'audienceMessage', operation: 'restore' };

describe('The Audience picker', () => {
	const open = async (typed?: string, paginationToken?: string) =>
		await openPicker(sandbox(), 'searchAudiences', {
			typed,
			paginationToken,
			parameters: { ...ofMessages, pageId: fromList(aPageId()) },
		});

	test('shows the audiences of the chosen page by name and status', async () => {
		const { results, paginationToken } = await open();
		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPageId()}/audiences`]);
		expect(results).toEqual(
			audiences().map(({ audienceId, customName, computedName, status }) => ({
				name: `${customName ?? computedName} (${status})`,
				value: audienceId,
			})),
		);
		expect(paginationToken).toBeUndefined();
	});

	test.each(['visitors 2', ' VISITORS 2 ', 'Draft'])('filters what it shows by %j', async (typed) => {
		const { results } = await open(typed);
		expect(results.map(({ name }) => name)).toEqual(['Trade fair visitors 2 (draft)']);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	const item = (number: number) => ({ audienceId: `a${number}`, effectiveName: `Audience ${number}` });
	const MANY = [
		{ body: { items: [item(1)], hasMore: true, nextCursor: 'c1' } },
		{ body: { items: [item(2)], hasMore: true, nextCursor: 'c2' } },
		{ body: { items: [item(3)], hasMore: false, nextCursor: null } },
	];
	const inMany = async (typed: string, answers: Answer[] = MANY) =>
		await withAnswers(answers, async (service) => {
			const opened = await openPicker(service, 'searchAudiences', {
				typed,
				parameters: { ...ofMessages, pageId: byId('p/1') },
			});
			return { ...opened, requests: service.requests };
		});

	test('reads page by page until an audience matches', async () => {
		const { requests, ...opened } = await inMany('audience 2');
		expect(opened).toEqual({ results: [{ name: 'Audience 2', value: 'a2' }], paginationToken: 'c2' });
		expect(requests).toEqual([
			'GET /v0/pages/p%2F1/audiences?limit=100',
			'GET /v0/pages/p%2F1/audiences?cursor=c1&limit=100',
		]);
	});

	test('ends with the list', async () => {
		const { requests, ...opened } = await inMany('nobody');
		expect(opened).toEqual({ results: [], paginationToken: undefined });
		expect(requests).toHaveLength(3);
	});

	test('shows a record that has an ID and nothing else by it, and none without an ID', async () => {
		const items = [
			{ audienceId: 'a1', effectiveName: null, status: {} },
			{ effectiveName: 'Lost' },
			{ audienceId: null },
		];
		const { results } = await inMany('', [{ body: { items } }]);
		expect(results).toEqual([{ name: 'a1', value: 'a1' }]);
	});

	test('reads 10 pages at most, and gives the cursor of the next', async () => {
		const pages = Array.from({ length: 11 }, (_, n) => ({
			body: { items: [item(n)], hasMore: true, nextCursor: `c${n + 1}` },
		}));
		const { requests, ...opened } = await inMany('nobody', pages);
		expect(opened).toEqual({ results: [], paginationToken: 'c10' });
		expect(requests).toHaveLength(10);
	});

	describe('when its time is up', () => {
		const time = new AbortController();
		let timeout: MockInstance<typeof AbortSignal.timeout>;
		beforeEach(() => {
			timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		});
		afterEach(() => vi.restoreAllMocks());

		const LATER = { status: 429, headers: { 'retry-after': '100' }, body: { message: 'Later' } };

		test('does not wait as long as the service asks, and gives the cursor', async () => {
			const [first] = MANY;
			const opened = withAnswers([first ?? {}, LATER], async (service) => {
				const opening = openPicker(service, 'searchAudiences', {
					typed: 'nobody',
					parameters: { ...ofMessages, pageId: byId('p1') },
				});
				while (service.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
				time.abort();
				return await opening;
			});
			expect(await opened).toEqual({ results: [], paginationToken: 'c1' });
			expect(timeout).toHaveBeenCalledWith(10_000);
		});

		test('says so if nothing was read', async () => {
			for (const picker of ['searchAudiences', 'searchPersons', 'searchPages', 'searchMessages'] as const) {
				const parameters = { ...ofMessages, pageId: byId('p1'), audienceId: byId('a1') };
				const opened = withAnswers(
					[LATER],
					async (service) => await openPicker(service, picker, { parameters }),
				);
				await expect(opened).rejects.toThrow('The service did not answer within 10 seconds');
			}
		});
	});
});

describe('The Message picker', () => {
	const open = async (typed?: string) =>
		await openPicker(sandbox(), 'searchMessages', {
			typed,
			parameters: {
				...ofMessages,
				pageId: byId(aPageId()),
				audienceId: fromList(nth(audiences()).audienceId),
			},
		});

	test('shows the messages that have a snapshot', async () => {
		const { results } = await open();
		const audienceId = nth(audiences()).audienceId;
		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPageId()}/audiences/${audienceId}/messages`]);
		expect(results).toEqual(
			sandbox()
				.store.messages.of(audienceId)
				.all()
				.filter(({ hasSnapshot }) => hasSnapshot)
				.map(({ messageId, content }) => ({ name: `assistant: ${content}`, value: messageId })),
		);
		expect(results).toHaveLength(2);
	});

	test.each([
		['TRADE fair', 2],
		['nothing of the kind', 0],
	])('filters them by %j', async (typed, count) => {
		expect((await open(typed)).results).toHaveLength(count);
	});

	test('cuts a long one', async () => {
		const body = {
			messages: [{ messageId: 'm1', role: 'user', content: 'x'.repeat(200), hasSnapshot: true }],
		};
		const parameters = { ...ofMessages, pageId: byId('p1'), audienceId: byId('a1') };
		const { results } = await withAnswers(
			[{ body }],
			async (service) => await openPicker(service, 'searchMessages', { parameters }),
		);
		expect(results).toEqual([{ name: `user: ${'x'.repeat(74)}…`, value: 'm1' }]);
	});
});

describe('What depends on another field', () => {
	test.each([undefined, fromList(''), byId(''), null, '.', '..', '…'])(
		'asks for the page first where that is %j',
		async (pageId) => {
			const parameters = { ...ofMessages, ...(pageId !== undefined && { pageId }) };
			for (const picker of ['searchAudiences', 'searchMessages'] as const) {
				const opened = openPicker(sandbox(), picker, { parameters });
				await expect(opened).rejects.toThrow('Choose the Page first');
			}
			expect(calls(sandbox())).toEqual([]);
		},
	);

	test('asks for the audience first where only the page is chosen', async () => {
		const parameters = { ...ofMessages, pageId: byId(aPageId()), audienceId: fromList('') };
		const opened = openPicker(sandbox(), 'searchMessages', { parameters });
		await expect(opened).rejects.toThrow('Choose the Audience first');
		expect(calls(sandbox())).toEqual([]);
	});

	test('takes an ID that the other field has as a whole, from an expression', async () => {
		const parameters = { ...ofMessages, pageId: aPageId() };
		const { results } = await openPicker(sandbox(), 'searchAudiences', { parameters });
		expect(results).toHaveLength(3);
	});
});
