import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { runAnalytics, runDeals } from './samples';

/** That all goes well is what the tests of each n8n version show; here it does not. */
describe('the samples notice', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let folder: string;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'spreadsheets-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true });
	});

	it('a deal that was written twice', async () => {
		sandbox.settings.idempotency = 'ignore';
		const workflow = await n8n.importExample('crm-deals-to-account-log.json');
		const { written, shortfalls } = await runDeals(n8n, sandbox, workflow);
		expect(written).toBe('6 entries in 4 account logs');
		expect(shortfalls).toEqual(['6 entries for 5 deals', 'not written once and as sent: D-1001']);
	});

	it('rows that the sandbox did not serve', async () => {
		const workflow = await n8n.importExample('weekly-page-analytics-to-spreadsheet.json');
		const outcomes = await runAnalytics(n8n, { ...sandbox, requests: [] }, workflow, folder);
		expect(outcomes.map(({ shortfalls }) => shortfalls)).toEqual(
			outcomes.map(({ file }) => [`the rows of ${file} are not those that the sandbox served`]),
		);
		expect(outcomes).toHaveLength(2);
	});
});
