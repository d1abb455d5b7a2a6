/** `npm run test:n8n -- pictures`: takes the pictures of README and docs/, of a real n8n with the sandbox's records. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Sandbox } from '../../service/sandbox';
import { fromList } from '../../support/locators';
import { exampleNames } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import {
	audiencePage,
	audiencePageTrigger,
	NODE,
	start,
	START,
	TRIGGER,
	workflowOf,
	type Step,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { Editor } from './Editor';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'images');
const SIZE = { width: 1400, height: 1200 };
/** So wide that the table shows the first metrics. */
const WIDE = { width: 3000, height: 800 };
const COLUMNS = 6;
/** Bytes of a picture of nothing, at most. */
const BLANK = 5_000;

/** What belongs to the moment, or to n8n alone. */
const HIDDEN = [
	'.el-notification',
	...['ask-assistant-button', 'canvas-handle-plus-wrapper', 'credential-edit-instance-ai-help-button'].map(
		(id) => `[data-test-id="${id}"]`,
	),
	'[data-test-id="panel-drag-button"]',
];

let sandbox: Sandbox;
let n8n: RealN8n;
let editor: Editor;

useN8n(
	(both) => ({ sandbox, n8n } = both),
	{ env: { GENERIC_TIMEZONE: 'UTC' } },
	{ sizes: { audiences: 8 } },
);
afterAll(async () => await editor.close());
beforeAll(async () => {
	editor = await Editor.open(n8n);
	await mkdir(join(FOLDER, 'examples'), { recursive: true });
});
beforeEach(async () => await editor.page.setViewportSize(SIZE));

const boxesOf = async (part: Locator) => {
	const boxes = await Promise.all((await part.all()).map(async (element) => await element.boundingBox()));
	return boxes.filter((box) => box !== null);
};

/** Takes the rectangle that holds all of the parts, and some pixels around it, within another one: how many bytes it has. */
async function take(
	name: string,
	parts: Locator[],
	{ margin = 16, within = editor.page.locator('body') } = {},
): Promise<number> {
	await editor.page.addStyleTag({ content: `${HIDDEN.join()} { display: none !important }` });
	const shown = (await Promise.all(parts.map(boxesOf))).flat();
	const [frame] = await boxesOf(within);
	const x = Math.max(frame!.x, Math.min(...shown.map((box) => box.x)) - margin);
	const y = Math.max(frame!.y, Math.min(...shown.map((box) => box.y)) - margin);
	const right = Math.max(...shown.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...shown.map((box) => box.y + box.height)) + margin;
	const clip = {
		x,
		y,
		width: Math.min(frame!.x + frame!.width, right) - x,
		height: Math.min(frame!.y + frame!.height, bottom) - y,
	};
	const path = join(FOLDER, `${name}.png`);
	const picture = await editor.page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
	return picture.length;
}

/** The form of the opened node, from the tabs at its top to its last field, and whatever else. */
async function takeForm(name: string, margin = 16, ...others: Locator[]): Promise<number> {
	const { page } = editor;
	const tabs = page.getByTestId('tab-params');
	const fields = page.getByTestId('parameter-item').filter({ visible: true });
	const panel = page.locator('div').filter({ has: tabs }).filter({ has: editor.form }).last();
	const parts = others.length > 0 ? others : [fields];
	return await take(name, [tabs.or(page.getByTestId('node-execute-button')), ...parts], {
		margin,
		within: panel,
	});
}

/** Opens a node that stands behind a trigger, or is one. */
async function open(step: Step): Promise<void> {
	const file = step.name === TRIGGER ? workflowOf([step], []) : workflowOf([start, step], [[START, NODE]]);
	await editor.openNode(await n8n.importWorkflow(file), step.name);
}

const UPSERT = { resource: 'person', operation: 'upsert', matchOn: 'email' };

it.each(exampleNames())('examples/%s', async (file) => {
	await editor.openWorkflow(await n8n.importExample(file));
	expect(
		await take(`examples/${basename(file, '.json')}`, [editor.page.locator('.vue-flow__node')]),
	).toBeGreaterThan(BLANK);
});

it.each<[name: string, step: Step]>([
	[
		'person-create-or-update',
		audiencePage({
			...UPSERT,
			matchValue: '={{ $json.email }}',
			name: '={{ $json.firstName }} {{ $json.lastName }}',
			additionalFields: { domain: '={{ $json.company.domain }}' },
		}),
	],
	[
		'person-auto-map',
		audiencePage({
			...UPSERT,
			dataToSend: 'autoMapInputData',
			options: { overwrite: 'onlyEmpty', previewOnly: true },
		}),
	],
	['trigger', audiencePageTrigger({ pollTimes: { item: [{ mode: 'everyMinute' }] } })],
])('%s', async (name, step) => {
	await open(step);
	expect(await takeForm(name)).toBeGreaterThan(BLANK);
});

it('person-picker', async () => {
	await open(audiencePage({ resource: 'person', operation: 'update' }));
	const entries = await editor.openPicker('personId');
	const search = editor.page.getByTestId('rlc-search');
	const list = editor.page.locator('div').filter({ has: search }).filter({ has: entries }).last();
	expect(await takeForm('person-picker', 2, list)).toBeGreaterThan(BLANK);
});

it.each([
	[
		'analytics-table',
		() =>
			audiencePage({
				...{ resource: 'analytics', operation: 'getAudiences', period: 'custom' },
				...{ startDate: '2026-11-02', endDate: '2026-11-08' },
				pageId: fromList(sandbox.store.pages.all()[0]!.pageId),
			}),
	],
	[
		'person-preview',
		() => {
			const { name, email } = sandbox.store.persons.all()[0]!;
			const additionalFields = { phoneNumber: '0049 (0)30/12-34' };
			return audiencePage({
				...UPSERT,
				matchValue: email!,
				name,
				additionalFields,
				options: { previewOnly: true },
			});
		},
	],
])('%s', async (name, step) => {
	await editor.page.setViewportSize(WIDE);
	await open(step());
	const table = await editor.execute();
	const within = editor.page.getByTestId('output-panel');
	const lastCell = table.locator(`tr:last-child > :nth-child(${COLUMNS})`);
	// The margin is less than the space before the next column's text.
	expect(
		await take(name, [within.getByTestId('run-data-item-count'), table.locator('th').first(), lastCell], {
			margin: 4,
			within,
		}),
	).toBeGreaterThan(BLANK);
});

it('account-log-dark', async () => {
	await editor.chooseTheme('Dark theme');
	await editor.openNode(await n8n.importExample('crm-deals-to-account-log.json'), 'Write to account log');
	expect(await takeForm('account-log-dark')).toBeGreaterThan(BLANK);
});
