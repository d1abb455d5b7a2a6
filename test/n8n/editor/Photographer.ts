import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
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
import { Camera, type Frame } from './Camera';
import type { Editor } from './Editor';
import type { NodeView } from './NodeView';

const SIZE = { width: 1400, height: 1200 };
/** So wide that the table shows the first figures. */
const WIDE = { width: 3000, height: 800 };
const COLUMNS = 6;

/** Takes the pictures of README and docs/: each shows the main view of one thing. */
export class Photographer {
	private readonly page: Page;
	private readonly camera: Camera;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly n8n: RealN8n,
		private readonly editor: Editor,
		/** Path of the folder for the pictures. */
		private readonly folder: string,
	) {
		this.page = editor.page;
		this.camera = new Camera(this.page, folder);
	}

	async takeAll(): Promise<void> {
		await this.page.setViewportSize(SIZE);
		await this.takeExamples();
		await this.takeForms();
		await this.takePicker();
		await this.takeTrigger();
		await this.takeTable();
		await this.takePreview();
		await this.page.setViewportSize(SIZE);
		await this.takeDark();
	}

	private async takeExamples(): Promise<void> {
		await mkdir(join(this.folder, 'examples'), { recursive: true });
		for (const file of exampleNames()) {
			await this.editor.openWorkflow(await this.n8n.importExample(file));
			const name = basename(file, '.json');
			await this.camera.take(`examples/${name}`, { parts: [this.page.locator('.vue-flow__node')] });
		}
	}

	private async takeForms(): Promise<void> {
		const upsert = { resource: 'person', operation: 'upsert', matchOn: 'email' };
		await this.open(
			audiencePage({
				...upsert,
				matchValue: '={{ $json.email }}',
				name: '={{ $json.firstName }} {{ $json.lastName }}',
				additionalFields: { domain: '={{ $json.company.domain }}' },
			}),
		);
		await this.camera.take('person-create-or-update', this.form());
		const options = { overwrite: 'onlyEmpty', previewOnly: true };
		await this.open(audiencePage({ ...upsert, dataToSend: 'autoMapInputData', options }));
		await this.camera.take('person-auto-map', this.form());
	}

	private async takePicker(): Promise<void> {
		const node = await this.open(audiencePage({ resource: 'person', operation: 'update' }));
		await node.picker('personId').open();
		const withSearch = this.page.locator('div').filter({ has: this.page.getByTestId('rlc-search') });
		const list = withSearch.filter({ has: this.page.getByTestId('rlc-item') }).last();
		const { parts, within } = this.form();
		await this.camera.take('person-picker', { parts: [parts[0]!, list], margin: 2, within });
	}

	private async takeTrigger(): Promise<void> {
		await this.open(audiencePageTrigger({ pollTimes: { item: [{ mode: 'everyMinute' }] } }));
		await this.camera.take('trigger', this.form());
	}

	private async takeTable(): Promise<void> {
		await this.page.setViewportSize(WIDE);
		const node = await this.open(
			audiencePage({
				resource: 'analytics',
				operation: 'getAudiences',
				pageId: fromList(this.sandbox.store.pages.all()[0]!.pageId),
				period: 'custom',
				startDate: '2026-11-02',
				endDate: '2026-11-08',
			}),
		);
		await this.takeOutput(node, 'analytics-table');
	}

	private async takePreview(): Promise<void> {
		const { name, email } = this.sandbox.store.persons.all()[0]!;
		const additionalFields = { phoneNumber: '0049 (0)30/12-34' };
		const node = await this.open(
			audiencePage({
				...{ resource: 'person', operation: 'upsert', matchOn: 'email', matchValue: email! },
				...{ name, additionalFields, options: { previewOnly: true } },
			}),
		);
		await this.takeOutput(node, 'person-preview');
	}

	/** Runs a node, and takes the first columns of its output. */
	private async takeOutput(node: NodeView, name: string): Promise<void> {
		await node.execute();
		const panel = this.page.getByTestId('output-panel');
		await this.camera.take(name, {
			parts: [
				panel.getByTestId('run-data-item-count'),
				panel.locator('th').first(),
				panel.locator(`tr:last-child > :nth-child(${COLUMNS})`),
			],
			margin: 4, // less than the space before the next column's text
			within: panel,
		});
	}

	private async takeDark(): Promise<void> {
		await this.editor.chooseTheme('Dark theme');
		await this.editor.openNode(
			await this.n8n.importExample('crm-deals-to-account-log.json'),
			'Write to account log',
		);
		await this.camera.take('account-log-dark', this.form());
	}

	/** Opens a node that stands behind a trigger, or is one. */
	private async open(step: Step): Promise<NodeView> {
		const workflow =
			step.name === TRIGGER ? workflowOf([step], []) : workflowOf([start, step], [[START, NODE]]);
		return await this.editor.openNode(await this.n8n.importWorkflow(workflow), step.name);
	}

	/** The form of the opened node, from the tabs at its top to its last field. */
	private form(): Required<Pick<Frame, 'parts' | 'within'>> {
		const tabs = this.page.getByTestId('tab-params');
		const fields = this.page.getByTestId('parameter-item').filter({ visible: true });
		const panels = this.page.locator('div').filter({ has: tabs });
		return {
			parts: [tabs.or(this.page.getByTestId('node-execute-button')), fields],
			within: panels.filter({ has: this.page.getByTestId('node-parameters') }).last(),
		};
	}
}
