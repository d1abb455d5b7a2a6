/** The main job can fail: what the sandbox has otherwise is named. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import { useN8n } from '../harness/useN8n';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, type MadeFile } from './analytics';
import { DEALS_FILE, sendDealsTwice } from './deals';

const TIME_ZONE = 'America/New_York';

let sandbox: Sandbox;
let n8n: RealN8n;
useN8n((both) => ({ sandbox, n8n } = both), {}, { env: { GENERIC_TIMEZONE: TIME_ZONE } });

describe('of the deals', () => {
	/** Of the account with this domain. */
	const logOf = (domain: string) => {
		const account = sandbox.store.accounts.all().find((one) => one.domain === domain);
		return sandbox.store.accountLogs.of(account!.accountId);
	};

	it('says which one is missing, doubled, changed, elsewhere, or was not sent', async () => {
		const workflow = await n8n.importExample(DEALS_FILE);
		await n8n.client.publish(workflow);
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

		const entry = (domain: string, id: string) =>
			logOf(domain)
				.all()
				.find(({ idempotencyKey }) => idempotencyKey === `crm-deal-${id}`)!;
		const { accountLogId: lost } = entry('initech.example', 'D-1003');
		logOf('initech.example').remove(lost);
		logOf('globex.example').add({ ...entry('globex.example', 'D-1002'), accountLogId: 'another' });
		const changed = entry('umbrella.example', 'D-1005');
		changed.payload = { ...changed.payload, amount: 1 };
		const moved = entry('northwind.example', 'D-1001');
		logOf('northwind.example').remove(moved.accountLogId);
		logOf('initech.example').add(moved);
		logOf('initech.example').add({ ...moved, accountLogId: 'new', payload: { id: 'D-9' } });
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([
			'Deal D-1001 is in the log of initech.example, not of northwind.example',
			'Deal D-1002 is written 2 times, not once',
			'Deal D-1003 is missing in the log of initech.example',
			expect.stringMatching(/^Deal D-1005 is written as .*"amount":1,/),
			'Deal D-9 is written, and was not sent',
		]);

		await n8n.client.unpublish(workflow);
		const [answered] = await sendDealsTwice(n8n, sandbox, workflow);
		expect(answered).toMatch(/^The workflow answered the first call with 404: /);
	});
});

describe('of the spreadsheet', () => {
	let file: MadeFile;
	beforeAll(async () => {
		file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
	});

	it('says which cell, row or name is not as the sandbox has it', async () => {
		expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
		expect(await faultsOfFile({ ...file, name: 'a.xlsx' }, sandbox, TIME_ZONE)).toEqual([
			expect.stringMatching(/^The spreadsheet is named a\.xlsx, not page-analytics-.*\.xlsx$/),
		]);

		const { pages, audiences } = sandbox.store;
		const [first, second] = pages.all();
		const [audience] = audiences.of(first!.pageId).all();
		audience!.customName = 'Renamed';
		audiences.of(second!.pageId).add({ ...audience!, audienceId: 'new', customName: 'New' });
		const faults = await faultsOfFile(file, sandbox, TIME_ZONE);
		const { name } = first!;
		expect(faults).toEqual([
			// Another audience of the second page: its sums have changed.
			expect.stringMatching(`^Sheet Pages, ${second!.name}: Sessions is \\d+, not \\d+$`),
			...Array.from({ length: 6 }, () => expect.stringMatching(`^Sheet Pages, ${second!.name}: `) as string),
			'Sheet Audiences has 20 rows, not 21',
			`Sheet Audiences, ${name}, Renamed: Audience is ${audience!.computedName}, not Renamed`,
			`Sheet Audiences, ${second!.name}, New: the row is missing`,
		]);
	});

	it('fails where the workflow does', async () => {
		refuseNext(sandbox, () => true);
		const workflow = await n8n.importExample(ANALYTICS_FILE);
		await expect(exportAnalytics(n8n, workflow)).rejects.toThrow(`The workflow "${workflow.name}" failed: `);
	});
});
