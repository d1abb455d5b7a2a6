/** Names beside IDs. */
import type { Sandbox } from '../../../../service/sandbox';
import { runNode } from '../../../../support/runNode';
import { useSandbox, withAnswers } from '../../../../support/services';
import { nth } from '../../../../support/records';
import { byId } from '../../../../support/locators';
import { report } from './report';

const sandbox = useSandbox();

afterEach(() => {
	sandbox().settings.mostPerPage = Infinity;
});

const CUSTOM = { period: 'custom', startDate: '2026-11-09', endDate: '2026-11-15' };
const OF_ITEM = { ...CUSTOM, pageId: byId('={{ $json.pageId }}') };

/** How often each path but those of analytics was asked for. */
function otherReads({ requests }: Sandbox): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { path } of requests) if (!path.includes('/analytics/')) counts[path] = (counts[path] ?? 0) + 1;
	return counts;
}

test('Page names are read once in a run, after the metrics', async () => {
	const pages = sandbox().store.pages.all();
	const items = [...pages, ...pages].map(({ pageId }) => ({ pageId }));
	const { json, hints } = await report(sandbox(), 'getSummary', OF_ITEM, { items });
	expect(json.map(({ pageName }) => pageName)).toEqual([...pages, ...pages].map(({ name }) => name));
	expect(otherReads(sandbox())).toEqual({ '/v0/pages/search': 1 });
	expect(sandbox().requests[0]?.path).toContain('/analytics/');
	expect(hints).toEqual([]);
});

test('Audience names are read once for each page', async () => {
	const { store } = sandbox();
	const pages = [nth(store.pages.all(), 0), nth(store.pages.all(), 1)];
	const items = [...pages, ...pages].map(({ pageId }) => ({ pageId }));
	const { json } = await report(sandbox(), 'getAudiences', { ...OF_ITEM, splitBy: 'day' }, { items });
	expect(json.length).toBeGreaterThan(0);
	for (const { pageId, pageName, audienceId, audienceName } of json) {
		const page = store.pages.get(pageId as string)!;
		const { customName, computedName } = store.audiences.of(page.pageId).get(audienceId as string)!;
		expect([pageName, audienceName]).toEqual([page.name, customName ?? computedName]);
	}
	const paths = pages.map(({ pageId }) => [`/v0/pages/${pageId}/audiences`, 1]);
	expect(otherReads(sandbox())).toEqual({ '/v0/pages/search': 1, ...Object.fromEntries(paths) });
});

test('No names are read where they are not wanted, or there are no rows', async () => {
	const { json } = await report(sandbox(), 'getAudiences', { ...CUSTOM, options: { includeNames: false } });
	expect(json.length).toBeGreaterThan(0);
	expect(json.flatMap(Object.keys).filter((column) => column.endsWith('Name'))).toEqual([]);
	const { pageId } = nth(sandbox().store.pages.all(), 2);
	const audiences = sandbox().store.audiences.of(pageId);
	for (const { audienceId } of [...audiences.all()]) audiences.remove(audienceId);
	expect((await report(sandbox(), 'getAudiences', { ...CUSTOM, pageId: byId(pageId) })).json).toEqual([]);
	expect(otherReads(sandbox())).toEqual({});
});

test('A name that is not found is null; if the list was cut, a hint says so', async () => {
	sandbox().settings.mostPerPage = 1;
	const pages = sandbox().store.pages.all();
	const { json, hints, error } = await report(sandbox(), 'getSummary', OF_ITEM, {
		items: pages.map(({ pageId }) => ({ pageId })),
	});
	expect(error).toBeUndefined();
	expect(json.map(({ pageName }) => pageName)).toEqual([pages[0]!.name, ...pages.slice(1).map(() => null)]);
	expect(hints).toEqual(['Some page names are missing: the service did not list all pages.']);
});

/** A limit may be what is refused: they are asked for without one too. */
test.each([
	['pages', '/v0/pages/search', 5, 'pageName', 'audienceName'],
	['audiences', '/audiences', 2, 'audienceName', 'pageName'],
])(
	'Names of %s that cannot be read are null, and no other item reads them again',
	async (noun, path, times, missing, there) => {
		const isRead = (request: { path: string }) =>
			request.path.endsWith(path) && !request.path.includes('/analytics/');
		sandbox().failNext('unprocessable', { times, when: isRead });
		const { json, hints } = await report(sandbox(), 'getAudiences', CUSTOM, { items: [{}, {}, {}] });
		expect(json.length).toBeGreaterThan(0);
		const row = {
			[missing]: null,
			[there]: expect.any(String) as string,
			totalSessions: expect.any(Number) as number,
		};
		expect(json).toEqual(json.map(() => expect.objectContaining(row) as object));
		expect(hints).toEqual([`The names of ${noun} could not be read (422).`]);
		expect(sandbox().requests.filter(isRead)).toHaveLength(times);
	},
);

test('Names that are rate limited for long hold up no metrics', async () => {
	const limited = { status: 429, headers: { 'retry-after': '300' } };
	await withAnswers([{ body: { totalSessions: 7 } }, limited], async (service) => {
		const form = { resource: 'analytics', operation: 'getSummary', pageId: byId('page_1') };
		const { json, hints } = await runNode(service, form);
		expect(json).toMatchObject([{ pageName: null, totalSessions: 7 }]);
		expect(hints).toContain('The names of pages could not be read (429).');
	});
});
