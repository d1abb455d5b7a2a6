/**
 * `npm run test:n8n -- pictures`: records README's picture in motion in a real n8n: deals come in,
 * twice, and the log has each once.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredWorkflow } from '../harness/client';
import { audiencePage, builtIn, workflowOf } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { Editor } from '../editor/Editor';
import { Recording } from './Recording';

const FILE = join(__dirname, '..', '..', '..', 'docs', 'images', 'deals.gif');
const SIZE = { width: 1280, height: 720 };
/** Messages and tips of the moment. */
const HIDDEN = '.el-notification, [role="tooltip"], [data-state="delayed-open"]';
const MOST_BYTES = 3_000_000;

const START = 'When deals come in';
const WRITE = 'Write to account log';
const READ = 'Read the log';
const SHOW = 'Deals in the log';

const DEALS = (
	[
		['D-1001', 'rollout', 'closed-won', 48_000],
		['D-1002', 'pilot', 'closed-won', 7_500],
		['D-1003', 'renewal', 'negotiation', 12_250],
		['D-1001', 'rollout', 'closed-won', 48_000],
	] as const
).map(([dealId, what, stage, amount]) => ({
	...{ dealId, deal: `Wayne ${what}`, stage, amount, domain: 'wayne.example' },
}));

const dealsWorkflow = () => ({
	...workflowOf([
		builtIn(START, 'manualTrigger', 1),
		{
			...audiencePage({
				...{ resource: 'accountLog', operation: 'create', domain: '={{ $json.domain }}' },
				...{ source: 'crm', type: '={{ $json.stage }}', payload: '={{ $json }}' },
				idempotencyKey: '={{ $json.dealId }}-{{ $json.stage }}',
			}),
			name: WRITE,
		},
		{
			...audiencePage({
				...{ resource: 'accountLog', operation: 'getAll', accountId: '={{ $json.accountId }}' },
			}),
			name: READ,
			executeOnce: true,
		},
		builtIn(SHOW, 'set', 3.4, {
			mode: 'raw',
			jsonOutput: '={{ $json.payload }}',
			options: {},
		}),
	]),
	name: 'Deals to account log',
	pinData: { [START]: DEALS.map((json) => ({ json })) },
});

const stage = useN8n({ env: { GENERIC_TIMEZONE: 'UTC' } });
let editor: Editor;
afterAll(async () => await editor.close());
beforeAll(async () => {
	editor = await Editor.open(stage.n8n);
	await editor.page.setViewportSize(SIZE);
});

it('deals.gif', async () => {
	const { page } = editor;
	const workflow: StoredWorkflow = await stage.n8n.importWorkflow(dealsWorkflow());
	await editor.openWorkflow(workflow);
	const recording = await Recording.of(page);
	await page.addStyleTag({ content: `${HIDDEN} { display: none !important }` });
	const nodeNamed = (name: string) => page.locator('.vue-flow__node').filter({ hasText: name });
	await nodeNamed(SHOW).waitFor();
	await recording.show(2);

	const open = async (name: string, seconds: number) => {
		await nodeNamed(name).dblclick();
		await page.getByTestId('output-panel').locator('table').waitFor();
		await recording.show(seconds);
		await page.keyboard.press('Escape');
		await recording.show(1);
	};

	await open(START, 4);
	for (const seconds of [2, 2]) {
		await recording.click(page.getByTestId('execute-workflow-button'));
		await nodeNamed(SHOW).getByTestId('canvas-node-status-success').waitFor();
		await recording.show(seconds);
	}
	await open(WRITE, 5);
	await open(SHOW, 5);
	await recording.save(FILE);

	const { accounts, accountLogs } = stage.sandbox.store;
	const logs = accounts.all().flatMap(({ accountId }) => accountLogs.of(accountId).all());
	const keys = logs.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
	expect(keys).toEqual(['D-1001-closed-won', 'D-1002-closed-won', 'D-1003-negotiation']);
	expect(statSync(FILE).size).toBeLessThan(MOST_BYTES);
});
