/**
 * `npm run test:n8n -- pictures`: takes the pictures of README and docs/, of a real n8n with the
 * sandbox's records.
 */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { fromList } from '../../support/locators';
import { exampleNames } from '../harness/exampleFiles';
import {
	audiencePage,
	audiencePageTrigger,
	start,
	START,
	TRIGGER,
	workflowOf,
	type Step,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { Editor } from '../editor/Editor';

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
	...[
		'ask-assistant-button',
		'canvas-handle-plus-wrapper',
		'credential-edit-instance-ai-help-button',
	].map((id) => `[data-test-id="${id}"]`),
	'[data-test-id="panel-drag-button"]',
];

const stage = useN8n({ env: { GENERIC_TIMEZONE: 'UTC' } }, { sizes: { audiences: 8 } });
let editor: Editor;
afterAll(async () => await editor.close());
beforeAll(async () => {
	editor = await Editor.open(stage.n8n);
	await mkdir(join(FOLDER, 'examples'), { recursive: true });
});
beforeEach(async () => await editor.page.setViewportSize(SIZE));

const boxesOf = async (locator: Locator) => {
	const boxes = await Promise.all((await locator.all()).map((element) => element.boundingBox()));
	return boxes.filter((box) => box !== null);
};

/**
 * Takes the rectangle that holds all of the parts, and some pixels around it, within another one:
 * how many bytes it has.
 */
async function take(name: string, parts: Locator[], within: Locator, margin = 16): Promise<number> {
	await editor.page.addStyleTag({ content: `${HIDDEN.join()} { display: none !important }` });
	const shown = (await Promise.all(parts.map(boxesOf))).flat();
	const [frame] = await boxesOf(within);
	const x = Math.max(frame!.x, Math.min(...shown.map((box) => box.x)) - margin);
	const y = Math.max(frame!.y, Math.min(...shown.map((box) => box.y)) - margin);
	const right = Math.max(...shown.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...shown.map((box) => box.y + box.height)) + margin;
	const width = Math.min(frame!.x + frame!.width, right) - x;
	const height = Math.min(frame!.y + frame!.height, bottom) - y;
	const path = join(FOLDER, `${name}.png`);
	const clip = { x, y, width, height };
	const picture = await editor.page.screenshot({
		path,
		clip,
		animations: 'disabled',
		caret: 'hide',
	});
	return picture.length;
}

/** Opens a node that stands behind a trigger, which gives these rows, or is one. */
async function open(step: Step, rows: IDataObject[] = []): Promise<void> {
	const file = workflowOf(step.name === TRIGGER ? [step] : [start, step]);
	if (rows.length > 0) file.pinData = { [START]: rows.map((json) => ({ json })) };
	await editor.openNode(await stage.n8n.importWorkflow(file), step.name);
}

/** Of the open node, the form: its fields, or another part of it. */
async function takeForm(name: string, part?: Locator, margin?: number): Promise<number> {
	const { page, form } = editor;
	const tabs = page.getByTestId('tab-params');
	const panel = page.locator('div').filter({ has: tabs }).filter({ has: form }).last();
	const fields = page.getByTestId('parameter-item').filter({ visible: true });
	return await take(
		name,
		[tabs.or(page.getByTestId('node-execute-button')), part ?? fields],
		panel,
		margin,
	);
}

const formOf = (step: Step) => async (name: string) => {
	await open(step);
	return await takeForm(name);
};

/** Of a node that is run, the output. */
const tableOf = (stepOf: () => Step, rows?: IDataObject[]) => async (name: string) => {
	await editor.page.setViewportSize(WIDE);
	await open(stepOf(), rows);
	const table = await editor.execute();
	const within = editor.page.getByTestId('output-panel');
	const lastCell = table.locator(`tr:last-child > :nth-child(${COLUMNS})`);
	const parts = [within.getByTestId('run-data-item-count'), table.locator('th').first(), lastCell];
	return await take(name, parts, within, 4); // less than the space before the next column's text
};

const UPSERT = { resource: 'person', operation: 'upsert', matchOn: 'email' };

const PICTURES: Record<string, (name: string) => Promise<number>> = {
	'person-create-or-update': formOf(
		audiencePage({
			...{ ...UPSERT, matchValue: '={{ $json.email }}' },
			name: '={{ $json.firstName }} {{ $json.lastName }}',
			additionalFields: { domain: '={{ $json.company.domain }}' },
		}),
	),
	'person-auto-map': formOf(
		audiencePage({
			...{ ...UPSERT, dataToSend: 'autoMapInputData' },
			options: { overwrite: 'onlyEmpty' },
		}),
	),
	trigger: formOf(audiencePageTrigger({ pollTimes: { item: [{ mode: 'everyMinute' }] } })),
	'person-picker': async (name) => {
		await open(audiencePage({ resource: 'person', operation: 'update' }));
		const entries = await editor.openPicker('personId');
		const search = editor.page.getByTestId('rlc-search');
		const list = editor.page.locator('div').filter({ has: search }).filter({ has: entries }).last();
		return await takeForm(name, list, 2);
	},
	'analytics-table': tableOf(() =>
		audiencePage({
			...{ resource: 'analytics', operation: 'getAudiences', period: 'custom' },
			...{ startDate: '2026-11-02', endDate: '2026-11-08' },
			pageId: fromList(stage.sandbox.store.pages.all()[0]!.pageId),
		}),
	),
	'person-preview': tableOf(() => {
		const { name, email } = stage.sandbox.store.persons.all()[0]!;
		const additionalFields = { phoneNumber: '0049 (0)30/12-34' };
		const options = { previewOnly: true };
		return audiencePage({ ...UPSERT, matchValue: email!, name, additionalFields, options });
	}),
	'person-output': async (name) => {
		const [first, second] = stage.sandbox.store.persons.all();
		const rows = [
			{ Name: 'Ada Lovelace', Email: 'ada.lovelace@engines.example', Mobile: '+44 20 7946 0018' },
			{ Name: first!.name, Email: first!.email, Mobile: '+49 30 123456' },
			{ Name: second!.name, Email: second!.email, Mobile: second!.phoneNumber },
		];
		const step = audiencePage({ ...UPSERT, dataToSend: 'autoMapInputData' });
		return await tableOf(() => step, rows)(name);
	},
	'account-log-dark': async (name) => {
		await editor.chooseTheme('Dark theme');
		await editor.openNode(
			await stage.n8n.importExample('crm-deals-to-account-log.json'),
			'Write to account log',
		);
		return await takeForm(name);
	},
};

it.each(exampleNames())('examples/%s', async (file) => {
	await editor.openWorkflow(await stage.n8n.importExample(file));
	const canvas = editor.page.locator('.vue-flow');
	const nodes = canvas.locator('.vue-flow__node');
	const labels = nodes.locator('[class*="_label_"], [class*="_subtitle_"]');
	const name = `examples/${basename(file, '.json')}`;
	expect(await take(name, [nodes, labels], canvas)).toBeGreaterThan(BLANK);
});

it.each(Object.entries(PICTURES))('%s', async (name, picture) => {
	expect(await picture(name)).toBeGreaterThan(BLANK);
});
