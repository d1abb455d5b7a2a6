import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { PageLink } from '../../../service/records';
import { defaultSettings } from '../../../service/settings';
import { byId, fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const aPageId = (index = 0) => nth(sandbox().store.pages.all(), index).pageId;
const links = () => sandbox().store.pageLinks;
const domains = () => sandbox().store.tenantDomainIds;

let added = 0;

/** A link on the fallback subdomain to an audience of the first page, unless told. */
function addLink(other: Partial<PageLink> & { pageIndex?: number } = {}): PageLink {
	const { pageIndex = 0, ...rest } = other;
	const { audienceId } = nth(sandbox().store.audiences.of(aPageId(pageIndex)).all());
	const number = ++added;
	return links().add({
		...nth(links().all()),
		pageLinkId: `page_link_${number}`,
		path: `/new-${number}`,
		target: { targetType: 'audience', audienceId },
		tenantDomainId: domains().fallback,
		...rest,
	});
}

const watching = async (parameters: INodeParameters = {}) =>
	await published(sandbox(), { event: 'pageLinkCreated', ...parameters });

describe('Page Link Created', () => {
	test('the new links of the fallback subdomain, where nothing is chosen', async () => {
		const trigger = await watching();
		const all = [addLink(), addLink({ pageIndex: 1 })];
		addLink({ tenantDomainId: domains().custom });
		expect(await trigger.poll()).toEqual(all);
		expect(calls(sandbox())).toEqual(['GET /v0/page_links']);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test('those of a custom domain, by its ID', async () => {
		const tenantDomainId = domains().custom;
		const trigger = await watching({ filters: { tenantDomainId } });
		const link = addLink({ tenantDomainId });
		addLink();
		expect(await trigger.poll()).toEqual([link]);
		expect(queries(sandbox())).toEqual([`tenantDomainId=${tenantDomainId}&limit=100`]);
	});

	test.each<[string, (id: string) => INodeParameters | string]>([
		['by its ID', byId],
		['from the list', fromList],
		['by an expression for all of it', (id) => `={{ "${id}" }}`],
	])('those of a page that is chosen %s', async (_how, chosen) => {
		const trigger = await watching({ pageId: chosen(aPageId(1)) });
		const link = addLink({ pageIndex: 1 });
		addLink();
		expect(await trigger.poll()).toEqual([link]);
		expect(queries(sandbox())).toEqual([`pageId=${aPageId(1)}&limit=100`]);
	});

	test('those of a path', async () => {
		const path = '/ä&b=c #1 +';
		const trigger = await watching({ filters: { path } });
		const link = addLink({ path });
		addLink();
		expect(await trigger.poll()).toEqual([link]);
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ path, limit: '100' }]);
	});

	test('page, path and domain go together, and with every page of the list', async () => {
		Object.assign(sandbox().settings, { maxLimit: 2, defaultLimit: 2 });
		const filters = { path: '/same', tenantDomainId: domains().custom };
		const all = Array.from({ length: 5 }, () => addLink(filters));
		const parameters = { pageId: byId(aPageId()), filters, startFrom: 'everything' };
		const trigger = new Trigger(sandbox(), { event: 'pageLinkCreated', ...parameters });
		expect(await trigger.activate()).toEqual(all);
		const sent = sandbox().requests.map(({ query }) => ({ ...query, cursor: undefined, limit: undefined }));
		expect(sent).toEqual(Array(4).fill({ ...filters, pageId: aPageId() }));
	});

	test('what is empty is not sent', async () => {
		await watching({
			pageId: byId('={{ "" }}'),
			filters: { path: '={{ null }}', tenantDomainId: '={{ undefined }}' },
		});
		const trigger = await watching({ pageId: '={{ "" }}', filters: {} });
		await trigger.poll();
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test('a link that gets another target is not new', async () => {
		const trigger = await watching({ options: { fullReadEvery: 1 } });
		Object.assign(nth(links().all()), { target: { targetType: 'audience', audienceId: 'audience_2' } });
		expect(await trigger.poll()).toEqual([]);
	});

	test('the record is passed on whole, what the interface does not show included', async () => {
		const trigger = await watching();
		const link = Object.assign(addLink(), { deletedAt: '+19', label: 'A new field' });
		expect(await trigger.poll()).toEqual([link as unknown as IDataObject]);
	});
});
