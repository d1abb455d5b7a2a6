/** *Weekly page analytics to spreadsheet*, of an n8n in this time zone. */
import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import { AUDIENCE_COLUMNS, SUMMARY_COLUMNS } from '../../support/analyticsColumns';
import type { RealN8n } from '../harness/RealN8n';
import type { Example } from './example';
import { servedAnalytics } from './servedAnalytics';

const FILE = 'weekly-page-analytics-to-spreadsheet.json';

export const TIME_ZONE = 'Europe/Berlin';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	sandbox.requests.length = 0;
	const done = await n8n.run(await n8n.importExample(FILE), 'Every Monday at 7:00');
	expect(done.error).toBeUndefined();

	const { summary, audiences } = await servedAnalytics(sandbox);
	const files = [
		{ sheet: 'Summary', columns: [...ROW_START, ...SUMMARY], served: summary },
		{
			sheet: 'Audiences',
			columns: [...ROW_START, 'audienceId', ...SUMMARY, ...AUDIENCE_COUNTS],
			served: audiences,
		},
	];
	for (const { sheet, columns, served } of files) {
		const [item] = done.node(`${sheet} file`).items;
		const [header, ...rows] = await readSheet(await n8n.client.download(item!.binary!.data!), sheet);
		expect(header).toEqual(columns);
		const cells = served.map((row) => columns.map((column) => row[column]));
		expect(cells).not.toEqual([]);
		expect(rows).toHaveLength(cells.length);
		expect(rows).toEqual(expect.arrayContaining(cells));
	}

	const { startDate, endDate } = summary[0]!;
	const monday = DateTime.fromISO(String(startDate), { zone: TIME_ZONE });
	const nextMonday = DateTime.fromISO(String(endDate), { zone: TIME_ZONE }).plus(1);
	expect(monday.toFormat('EEE HH:mm:ss.SSS')).toBe('Mon 00:00:00.000');
	expect(nextMonday.toMillis()).toBe(monday.plus({ weeks: 1 }).toMillis());
	expect(nextMonday.toMillis()).toBe(DateTime.now().setZone(TIME_ZONE).startOf('week').toMillis());
}

export const weeklyAnalytics: Example = { file: FILE, run };
