/** *Export weekly page analytics to a spreadsheet*, of an n8n in this time zone. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, mondayOf } from '../job/analytics';
import type { Example } from './example';

export const TIME_ZONE = 'Europe/Berlin';

/** A name that XML has signs for. */
const NAME = 'R&D <"Düsseldorf">';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const page = sandbox.store.pages.all()[0]!;
	const { name } = page;
	page.name = NAME;
	sandbox.requests.length = 0;
	const file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
	const periods = sandbox.requests
		.filter(({ path }) => path.includes('/analytics/'))
		.map(({ query }) => query);
	expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
	page.name = name;

	const monday = mondayOf(TIME_ZONE);
	const startDate = monday.toUTC().toISO();
	const endDate = monday.plus({ weeks: 1 }).minus(1).toUTC().toISO();
	expect(periods).not.toEqual([]);
	expect(periods).toEqual(periods.map(() => ({ startDate, endDate })));
}

export const weeklyAnalytics: Example = { file: ANALYTICS_FILE, run };
