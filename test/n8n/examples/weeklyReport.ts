/** *Send a weekly report by email*, with a mail server's answer in place of a mail server. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { exampleOf, jsonOf, type Example } from './example';

const FILE = 'weekly-report-by-email.json';
const SEND = 'Send the report';

/** A name that would be a part of the HTML, were it not escaped. */
const NAME = `<img src=x onerror="alert(1)"> & 'co'`;
const ESCAPED = '&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;co&#39;';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const pages = sandbox.store.pages.all();
	const [page] = pages;
	const name = page!.name;
	page!.name = NAME;
	const file = exampleOf(FILE, { pin: { [SEND]: [{ accepted: [] }] } });
	const done = await n8n.run(await n8n.importWorkflow(file), 'Every Monday at 7:00');
	page!.name = name;
	expect(done.error).toBeUndefined();

	const rows = jsonOf(done.node('Get page summary'));
	const total = rows.reduce((sum, { totalSessions }) => sum + (totalSessions as number), 0);
	const [report] = jsonOf(done.node('Write the report'));
	const sessions = `${total.toLocaleString('en-US')} sessions`;
	expect(report?.subject).toMatch(/^Your pages, \d+ \w+( \d{4})? to \d+ \w+ \d{4}: /);
	expect(report?.subject).toContain(sessions);
	const html = report?.html as string;
	expect(html).toContain(ESCAPED);
	expect(html).not.toContain('<img');
	for (const { name: pageName } of pages.slice(1)) expect(html).toContain(pageName.replaceAll('&', '&#38;'));
	expect(html).not.toMatch(/undefined|NaN|Infinity|\[object/);
	const conversions = rows.map(({ conversionRate }) => `${((conversionRate as number) * 100).toFixed(1)}%`);
	for (const rate of conversions) expect(html).toContain(rate);
	expect(jsonOf(done.node(SEND))).toEqual([{ accepted: [] }]);
}

export const weeklyReport: Example = { file: FILE, run };
