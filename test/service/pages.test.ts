/** Pages, audiences, their messages and their analytics. */
import { audienceAnalytics, pageSummary } from './analytics';
import type { Audience, AudienceAnalytics, Message, Page, PageSummary } from './records';
import { startWithClient, type ListBody, type TestClient } from './testClient';

const NOW = Date.UTC(2026, 0, 5, 7);
let service: TestClient;
let page: Page;
let audiences: readonly Audience[];
beforeEach(async () => {
	service = await startWithClient({ now: () => NOW });
	page = service.store.pages.all()[0]!;
	audiences = service.store.audiences.of(page.pageId).all();
});
afterEach(() => service.close());

describe('searching pages', () => {
	const search = async (query?: object) =>
		(await service.call<ListBody<Page>>('searchPages', [], query)).body;

	it('finds by name and shows what the interface lists', async () => {
		expect(await search({ query: 'acme PRICING' })).toEqual({
			hasMore: false,
			items: [{ audiencesCount: 4, name: 'Acme pricing page', pageId: page.pageId, pageType: 'inbound' }],
			nextCursor: null,
			totalCount: 1,
		});
	});

	it('gives up to limit, says that there is more, and no cursor', async () => {
		const { items, ...rest } = await search({ limit: 3 });
		expect(items).toHaveLength(3);
		expect(rest).toEqual({ hasMore: true, nextCursor: null, totalCount: 5 });
		expect((await service.send('GET', '/v0/pages/search?cursor=x')).status).toBe(400);
	});
});

describe('updating a page', () => {
	it('sticks, field by field', async () => {
		const changes = { name: 'Acme prices', pageType: 'custom', footerLinks: [], headerActionId: 'a' };
		const { status, body } = await service.call('updatePage', [page.pageId], changes);
		expect(status).toBe(200);
		expect(body).toEqual({ ...page, audiencesCount: 4 });
		expect(page).toMatchObject({ ...changes, brandId: page.brandId, updatedAt: `+${NOW}` });
		const { body: found } = await service.call<ListBody<Page>>('searchPages', [], { query: 'Acme prices' });
		expect(found.items).toHaveLength(1);
	});

	it('takes nothing for nothing', async () => {
		const before = structuredClone(page);
		expect((await service.call('updatePage', [page.pageId], {})).status).toBe(200);
		expect(page).toEqual({ ...before, updatedAt: `+${NOW}` });
	});

	it('numbers actions, and keeps the images of the metadata', async () => {
		const { actionId } = page.actions[0]!;
		const images = { ogImageUrl: page.metadata!.ogImageUrl, ogImageFileId: page.metadata!.ogImageFileId };
		const actions = [{ purpose: 'New' }, { actionId, url: 'https://acme.example' }];
		await service.call('updatePage', [page.pageId], { actions, metadata: { title: 'T' } });
		expect(page.actions).toEqual([
			{ purpose: 'New', actionId: expect.stringMatching(/^action_/), actionIndex: 0 },
			{ actionId, url: 'https://acme.example', actionIndex: 1 },
		]);
		expect(page.metadata).toEqual({ title: 'T', ...images });
	});
});

describe('audiences', () => {
	it('are created as drafts, found by the list, and counted', async () => {
		const input = {
			customName: 'Investors',
			metadataOverride: { title: 'For you' },
			supplementaryContext: 'C',
		};
		const { status, body } = await service.call<Audience>('createAudience', [page.pageId], input);
		expect(status).toBe(201);
		expect(body).toMatchObject({
			...input,
			audienceId: expect.stringMatching(/^audience_[a-z0-9]{26}$/),
			pageId: page.pageId,
			effectiveName: 'Investors',
			effectiveMetadata: { ...page.metadata, title: 'For you' },
			status: 'draft',
			latestVersion: { versionNumber: 1, status: 'draft', supplementaryContext: 'C' },
			createdAt: `+${NOW}`,
		});
		expect(body).not.toHaveProperty('publishedVersion');
		const { body: list } = await service.call<ListBody<Audience>>('listAudiences', [page.pageId]);
		expect(list.totalCount).toBe(5);
		expect(list.items).toContainEqual(body);
		const { body: pages } = await service.call<ListBody<{ audiencesCount: number }>>('searchPages', []);
		expect(pages.items[0]!.audiencesCount).toBe(5);
	});

	it('are published if that is asked for', async () => {
		const { body } = await service.call<Audience>('createAudience', [page.pageId], {
			publishBehavior: 'publish',
		});
		expect(body).toMatchObject({ status: 'published', publishedVersion: { publishedAt: `+${NOW}` } });
		expect(body).not.toHaveProperty('publishBehavior');
	});

	it('page', async () => {
		const { body } = await service.call<ListBody<Audience>>('listAudiences', [page.pageId], { limit: 3 });
		expect(body.items).toHaveLength(3);
		const next = await service.call<ListBody<Audience>>('listAudiences', [page.pageId], {
			limit: 3,
			cursor: body.nextCursor,
		});
		expect(next.body.items.map(({ audienceId }) => audienceId)).toEqual([audiences[3]!.audienceId]);
	});
});

describe('messages of an audience draft', () => {
	it('come with conversation, context and pending changes', async () => {
		const audience = audiences[1]!;
		const { body } = await service.call('listAudienceMessages', [page.pageId, audience.audienceId]);
		const messages = service.store.messages.of(audience.audienceId).all();
		expect(body).toMatchObject({
			conversation: { audienceId: audience.audienceId },
			messages,
			context: { audienceId: audience.audienceId, pageId: page.pageId, pageContext: page.pageContext },
			pendingChanges: messages[3]!.changes,
		});
		expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
		expect(messages[3]!.changes).toHaveLength(1);
	});

	it('are none of an audience just created', async () => {
		const { audienceId } = (await service.call<Audience>('createAudience', [page.pageId])).body;
		const { body } = await service.call('listAudienceMessages', [page.pageId, audienceId]);
		expect(body).toMatchObject({ messages: [], pendingChanges: [] });
	});

	it('of an audience of another page are not found', async () => {
		const other = service.store.pages.all()[1]!.pageId;
		const reply = await service.call('listAudienceMessages', [other, audiences[0]!.audienceId]);
		expect(reply.status).toBe(404);
	});

	it('can be restored if they have a snapshot', async () => {
		const { audienceId } = audiences[0]!;
		const [plain, withSnapshot] = service.store.messages.of(audienceId).all() as [Message, Message];
		const restore = (messageId: string) =>
			service.call('restoreAudienceMessage', [page.pageId, audienceId, messageId]);
		expect(await restore(withSnapshot.messageId)).toEqual({
			status: 200,
			body: { success: true, messageId: withSnapshot.messageId },
		});
		expect((await restore(plain.messageId)).body).toMatchObject({ success: false });
		expect((await restore('message_unknown')).status).toBe(404);
	});
});

describe('analytics', () => {
	const WEEK = { startDate: '2026-01-05T00:00:00Z', endDate: '2026-01-11T23:59:59.999Z' };
	const summary = async (query?: object) =>
		(await service.call<PageSummary>('getPageAnalyticsSummary', [page.pageId], query)).body;
	const items = async (query?: object) =>
		(await service.call<{ items: AudienceAnalytics[] }>('listAudienceAnalytics', [page.pageId], query)).body
			.items;

	it.each([undefined, WEEK, { startDate: WEEK.startDate }, { endDate: WEEK.endDate }])(
		'can be worked out by a test: %j',
		async (query) => {
			const expected = audiences.map((audience) => audienceAnalytics(audience, query));
			expect(await items(query)).toEqual(expected);
			expect(await summary(query)).toEqual(pageSummary(expected));
		},
	);

	it('vary with the dates and the page, but not with how a date is written', async () => {
		const week = await summary(WEEK);
		expect(await summary({ ...WEEK, startDate: '2026-01-05T01:00:00+01:00' })).toEqual(week);
		expect(await summary({ ...WEEK, startDate: '2026-01-04T00:00:00Z' })).not.toEqual(week);
		expect(await summary()).not.toEqual(week);
		const other = service.store.pages.all()[1]!.pageId;
		expect((await service.call('getPageAnalyticsSummary', [other], WEEK)).body).not.toEqual(week);
	});

	it('add up, and are null where nobody came', async () => {
		const rows = await items(WEEK);
		const total = rows.reduce((sum, { totalSessions }) => sum + totalSessions, 0);
		expect((await summary(WEEK)).totalSessions).toBe(total);
		expect(total).toBeGreaterThan(0);
		for (const row of rows) {
			const visited = row.totalSessions > 0;
			expect(row.avgTimeSpentSeconds === null).toBe(!visited);
			expect(row.avgScrollDepthPercentage === null).toBe(!visited);
			expect(row.bounceCount).toBeLessThanOrEqual(row.bounceEligibleSessions);
			expect(row.bounceEligibleSessions).toBeLessThanOrEqual(row.totalSessions);
			expect(row.conversionCount).toBeLessThanOrEqual(row.ctaSessions);
		}
		expect(new Set(rows.map(({ totalSessions }) => totalSessions > 0))).toEqual(new Set([true, false]));
	});

	it('of a period that ends before it starts are of no sessions', async () => {
		const { totalSessions } = await summary({ startDate: WEEK.endDate, endDate: WEEK.startDate });
		expect(totalSessions).toBe(0);
	});

	it('of a page without audiences are zero and null', async () => {
		audiences
			.map(({ audienceId }) => audienceId)
			.forEach((id) => service.store.audiences.of(page.pageId).remove(id));
		expect(await items()).toEqual([]);
		expect(await summary()).toEqual({
			avgInteractionsPerSession: 0,
			avgScrollDepthPercentage: null,
			avgTimeSpentSeconds: null,
			bounceRate: 0,
			conversionRate: 0,
			formSubmitRate: 0,
			totalSessions: 0,
		});
	});
});
