/** Assets in the trash, page links and topic entries. */
import type { Asset, PageLink, TopicEntry } from './records';
import { startWithClient, type ListBody, type TestClient } from './testClient';

const NOW = Date.UTC(2026, 0, 5, 7);
let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ now: () => NOW });
});
afterEach(() => service.close());

describe('the trash', () => {
	const trash = async (query?: object) =>
		(await service.call<ListBody<Asset>>('listTrashedAssets', [], query)).body;

	it('has the assets that were put there', async () => {
		const asset = service.store.assets.all()[0]!;
		delete asset.trashedAt;
		const { items, totalCount } = await trash();
		expect(items).toEqual(service.store.assets.all().slice(1));
		expect(totalCount).toBe(11);
	});

	it.each(['image', 'logo', 'icon', 'video', 'custom-component'])(
		'can be asked for %s only',
		async (assetType) => {
			const { items } = await trash({ assetType });
			expect(items.length).toBeGreaterThan(0);
			expect(items.every(({ data }) => data.type === assetType)).toBe(true);
		},
	);

	it('can be searched, by names only on command, and paged', async () => {
		const { items, nextCursor, totalCount } = await trash({ query: 'HERO', limit: 4 });
		expect(totalCount).toBe(6);
		expect(items).toHaveLength(4);
		expect((await trash({ query: 'HERO', limit: 4, cursor: nextCursor })).items).toHaveLength(2);
		service.settings.searchCovers = 'namesAndEmails';
		expect((await trash({ query: 'hero' })).totalCount).toBe(0);
		expect((await trash({ query: 'acme' })).totalCount).toBe(1);
	});
});

describe('page links', () => {
	const links = async (query?: object) =>
		(await service.call<ListBody<PageLink>>('listPageLinks', [], query)).body;

	it('are those of the fallback subdomain, or of the custom domain that is named', async () => {
		const { fallback, custom } = service.store.tenantDomainIds;
		const of = (id: string) =>
			service.store.pageLinks.all().filter(({ tenantDomainId }) => tenantDomainId === id);
		expect((await links()).items).toEqual(of(fallback));
		expect((await links({ tenantDomainId: custom })).items).toEqual(of(custom));
		expect([of(fallback).length, of(custom).length]).toEqual([7, 3]);
		expect((await links({ tenantDomainId: 'unknown' })).items).toEqual([]);
	});

	it('can be asked for a page and for a path', async () => {
		const { pageId } = service.store.pages.all()[1]!;
		const { items } = await links({ pageId });
		const ids = service.store.audiences
			.of(pageId)
			.all()
			.map(({ audienceId }) => audienceId);
		expect(items.length).toBeGreaterThan(0);
		expect(items.every(({ target }) => ids.includes(target.audienceId))).toBe(true);
		const { path } = items[0]!;
		expect((await links({ path })).items).toEqual([items[0]]);
		expect((await links({ path: path.slice(0, -1) })).items).toEqual([]);
	});

	it('page', async () => {
		const first = await links({ limit: 4 });
		const second = await links({ limit: 4, cursor: first.nextCursor });
		expect([first.items.length, second.items.length, second.hasMore]).toEqual([4, 3, false]);
	});
});

describe('topic entries', () => {
	const topic = () => service.store.topicIds[0]!;
	const entries = async (query?: object) =>
		(await service.call<ListBody<TopicEntry>>('listTopicEntries', [topic()], query)).body;

	it('come in their order, which an update changes', async () => {
		const [first, second] = (await entries()).items;
		const { body } = await service.call<TopicEntry>('updateTopicEntry', [topic(), first!.topicEntryId], {
			sortOrder: 9007199254740991,
		});
		expect(body).toEqual({ ...first, sortOrder: 9007199254740991, updatedAt: `+${NOW}` });
		const { items } = await entries();
		expect(items[0]).toEqual(second);
		expect(items.at(-1)).toEqual(body);
	});

	it('keep their order when only the content is updated', async () => {
		const before = (await entries()).items;
		const content = { type: 'markdown', content: 'New' };
		await service.call('updateTopicEntry', [topic(), before[2]!.topicEntryId], { content });
		const { items } = await entries();
		expect(items[2]).toEqual({ ...before[2], content, updatedAt: `+${NOW}` });
		expect(items.map(({ topicEntryId }) => topicEntryId)).toEqual(
			before.map(({ topicEntryId }) => topicEntryId),
		);
	});

	it('page, and are those of their topic', async () => {
		const first = await entries({ limit: 4 });
		const second = await entries({ limit: 4, cursor: first.nextCursor });
		expect([first.items.length, second.items.length, first.totalCount]).toEqual([4, 2, 6]);
		const other = service.store.topicIds[1]!;
		const reply = await service.call('updateTopicEntry', [other, first.items[0]!.topicEntryId], {
			sortOrder: 1,
		});
		expect(reply.status).toBe(404);
	});
});
