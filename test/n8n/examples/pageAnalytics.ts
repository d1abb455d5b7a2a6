/** *Add weekly page analytics to Google Sheets*, where one page has no figures. */
import { DateTime } from 'luxon';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { exampleOf, FAULT, jsonOf, type Example } from './example';
import { servedAnalytics } from './servedAnalytics';

const FILE = 'page-analytics-to-google-sheets.json';
const SHEET = 'Write to the sheet';

/** What the example adds to the figures of a page, and what it makes it from. */
type SheetRow = Record<'pageId' | 'startDate' | 'from' | 'pageName' | 'key', string>;

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const [, failing] = sandbox.store.pages.all();
	const isOfFailing = ({ path }: { path: string }) =>
		path === `/v0/pages/${failing!.pageId}/analytics/summary`;
	sandbox.failNext('unprocessable', { when: isOfFailing });
	sandbox.requests.length = 0;
	const file = exampleOf(FILE, { pin: { [SHEET]: [{}] } });
	const columns = { mappingMode: 'autoMapInputData', matchingColumns: ['key'] };
	const { parameters } = file.nodes.find(({ name }) => name === SHEET)!;
	expect(parameters).toMatchObject({ operation: 'appendOrUpdate', columns }); // the same week over the old rows
	const done = await n8n.run(await n8n.importWorkflow(file), 'Every Monday at 7:00');
	expect(done.error).toBeUndefined();

	const rows = jsonOf(done.node('Add the key')) as SheetRow[];
	const { summary } = await servedAnalytics(sandbox);
	const expected = summary
		.filter(({ pageId }) => pageId !== failing!.pageId)
		.map((row) => ({
			...row,
			from: expect.any(String) as string,
			to: expect.any(String) as string,
			pageName: sandbox.store.pages.get(row.pageId as string)?.name,
			key: expect.any(String) as string,
		}));
	expect(rows).toHaveLength(sandbox.store.pages.size - 1);
	expect(rows).toEqual(expect.arrayContaining(expected));
	for (const { key, from, pageId, startDate } of rows) {
		expect(key).toBe(`${from} ${pageId}`);
		const monday = DateTime.fromISO(from, { zone: 'utc' });
		expect(monday.toFormat('c yyyy-MM-dd')).toBe(`1 ${from}`);
		const offset = monday.diff(DateTime.fromISO(startDate), 'hours').hours;
		expect(Math.abs(offset)).toBeLessThanOrEqual(14); // whatever the time zone of n8n
	}
	expect(jsonOf(done.node('Pages without figures'))).toEqual([
		{ pageId: failing!.pageId, pageName: failing!.name, error: FAULT },
	]);
	expect(jsonOf(done.node(SHEET))).toEqual([{}]);
}

export const pageAnalytics: Example = { file: FILE, run };
