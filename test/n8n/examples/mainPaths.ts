/** All examples, each with what runs its main path. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../service/sandbox';
import { chatAgent } from '../agents/chatAgent';
import { mcpServer } from '../agents/mcpServer';
import type { RealN8n } from '../harness/RealN8n';
import { contacts } from './contacts';
import type { Example } from './example';
import { logNotes } from './logNotes';
import { newPersons } from './newPersons';
import { pageAnalytics } from './pageAnalytics';
import { publishedAudiences } from './publishedAudiences';
import { runAnalytics, runDeals, type Outcome } from './samples';
import { topicEntries } from './topicEntries';

/** Runs an example on sample data. */
function asSample(
	file: string,
	run: (n8n: RealN8n, sandbox: Sandbox, folder: string) => Promise<Outcome[]>,
): Example {
	return {
		file,
		run: async (n8n, sandbox) => {
			const folder = await mkdtemp(join(tmpdir(), 'examples-'));
			try {
				sandbox.requests.length = 0;
				const outcomes = await run(n8n, sandbox, folder);
				expect(outcomes.flatMap(({ shortfalls }) => shortfalls)).toEqual([]);
			} finally {
				await rm(folder, { recursive: true });
			}
		},
	};
}

const deals = asSample('crm-deals-to-account-log.json', async (n8n, sandbox) => [
	await runDeals(n8n, sandbox, await n8n.importExample('crm-deals-to-account-log.json')),
]);

const weeklyAnalytics = asSample(
	'weekly-page-analytics-to-spreadsheet.json',
	async (n8n, sandbox, folder) => {
		const workflow = await n8n.importExample('weekly-page-analytics-to-spreadsheet.json');
		return await runAnalytics(n8n, sandbox, workflow, folder);
	},
);

/** On a main path, the service refuses nothing. */
const withoutRefusals = ({ file, run }: Example): Example => ({
	file,
	run: async (n8n, sandbox) => {
		await run(n8n, sandbox);
		expect(sandbox.requests.filter(({ status }) => status >= 300)).toEqual([]);
	},
});

/** One for each file of `examples/`, in the order of their names. The tests of versions run them. */
export const EXAMPLES: Example[] = [
	logNotes,
	chatAgent,
	publishedAudiences,
	contacts,
	deals,
	mcpServer,
	newPersons,
	pageAnalytics,
	topicEntries,
	weeklyAnalytics,
].map(withoutRefusals);
