import type { INodeParameters } from 'n8n-workflow';

import { byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import type { WorkflowOptions } from '../../../../support/workflow';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });

const getAll = async (filters: INodeParameters = {}, options: WorkflowOptions = {}) =>
	await runNode(sandbox(), { resource: 'pageLink', operation: 'getAll', filters }, options);

const aPageId = (index = 0) => nth(sandbox().store.pages.all(), index).pageId;
const linksOf = (domain: 'fallback' | 'custom') => {
	const { pageLinks, tenantDomainIds } = sandbox().store;
	return pageLinks.all().filter(({ tenantDomainId }) => tenantDomainId === tenantDomainIds[domain]);
};

const ONE_DOMAIN =
	'Only links on the fallback subdomain were returned. For a custom domain, add the filter Tenant Domain ID.';

describe('Page Link > Get Many', () => {
	test('reads the links of the fallback subdomain, and says that there are no others among them', async () => {
		const { items, hints } = await getAll();
		expect(calls(sandbox())).toEqual(['GET /v0/page_links']);
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(items).toEqual(linksOf('fallback').map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items).toHaveLength(12);
		expect(hints).toEqual([ONE_DOMAIN]);
	});

	test('says it once, however many items there are', async () => {
		const { hints } = await getAll({}, { items: [{}, {}, {}] });
		expect(hints).toEqual([ONE_DOMAIN]);
	});

	test('reads the links of a custom domain by its ID', async () => {
		const tenantDomainId = sandbox().store.tenantDomainIds.custom;
		const { json, hints } = await getAll({ tenantDomainId });
		expect(queries(sandbox())).toEqual([`tenantDomainId=${tenantDomainId}&limit=50`]);
		expect(json).toEqual(linksOf('custom'));
		expect(hints).toEqual([]);
	});

	test('an empty tenant domain is none, and the hint says so', async () => {
		const { hints } = await getAll({ tenantDomainId: '={{ "" }}' });
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(hints).toEqual([ONE_DOMAIN]);
	});

	test.each<[string, (id: string) => INodeParameters | string]>([
		['by its ID', byId],
		['from the list', fromList],
		['by an expression in the ID', (id) => byId(`={{ "${id}" }}`)],
		['by an expression for all of it', (id) => `={{ "${id}" }}`],
	])('those of a page, chosen %s', async (_how, chosen) => {
		const { json } = await getAll({ pageId: chosen(aPageId(1)) });
		const audiences = sandbox().store.audiences.of(aPageId(1));
		expect(queries(sandbox())).toEqual([`pageId=${aPageId(1)}&limit=50`]);
		expect(json).toEqual(linksOf('fallback').filter(({ target }) => audiences.get(target.audienceId)));
		expect(json).toHaveLength(4);
	});

	test('the one of a path', async () => {
		const link = nth(linksOf('fallback'));
		const { json } = await getAll({ path: link.path });
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ path: link.path, limit: '50' }]);
		expect(json).toEqual([link]);
	});

	test('a path and an ID are sent as they are, whatever is in them', async () => {
		const filters = { path: '/ä&b=c #1 +/..', tenantDomainId: 'a&b=ü' };
		await getAll(filters);
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ ...filters, limit: '50' }]);
	});

	test('several items: each by its own filters', async () => {
		const links = linksOf('fallback').slice(0, 2);
		const { items } = await getAll(
			{ path: '={{ $json.path }}' },
			{ items: links.map(({ path }) => ({ path })).reverse() },
		);
		expect(items).toEqual([
			{ json: links[1], pairedItem: { item: 0 } },
			{ json: links[0], pairedItem: { item: 1 } },
		]);
	});

	test.each<[string, INodeParameters, string]>([
		['a path that is a list', { path: '={{ ["/a"] }}' }, 'Path must be text'],
		['half a character', { path: '={{ "\\ud83d" }}' }, 'Path must not contain an invalid Unicode character'],
		['an object for an ID', { tenantDomainId: '={{ ({}) }}' }, 'Tenant Domain ID must be text'],
		['the last entry of the list of pages', { pageId: fromList('…') }, 'Page must be chosen from the list'],
		['a list for a page', { pageId: byId('={{ [1] }}') }, 'Page must be text'],
	])('%s is refused before anything is sent', async (_what, filters, message) => {
		const { error } = await getAll(filters);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(calls(sandbox())).toEqual([]);
	});
});
