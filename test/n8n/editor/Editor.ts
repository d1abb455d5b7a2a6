import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { commandPath } from '../harness/serverProcess';

selectors.setTestIdAttribute('data-test-id'); // as n8n's editor names its parts

const SIZE = { width: 1400, height: 900 };
/**
 * A machine may be busy with other things: long enough for it, never waited for. In milliseconds.
 */
const PATIENCE = 120_000;

/** Nothing of its own accord, and no address but that of the n8n on this machine. */
const QUIET = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--no-first-run',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The editor of an n8n in a real browser, signed in as its owner. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/**
	 * Close it before n8n, which waits for those who are connected. Throws an Error if there is no
	 * Chromium.
	 */
	static async open({ url, client }: RealN8n): Promise<Editor> {
		const executablePath = commandPath('chromium', 'chromium');
		const browser = await chromium.launch({ executablePath, args: QUIET });
		const context = await browser.newContext({ viewport: SIZE });
		const [name = '', ...value] = client.cookie.split('=');
		await context.addCookies([{ name, value: value.join('='), url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE);
		return new Editor(browser, page, url);
	}

	/** Opens a workflow on the canvas. */
	async openWorkflow({ id }: Pick<StoredWorkflow, 'id'>): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-controls').waitFor();
	}

	async openNode({ id, nodes }: StoredWorkflow, name: string): Promise<void> {
		await this.page.goto(
			`${this.url}/workflow/${id}/${nodes.find((node) => node.name === name)!.id}`,
		);
		await this.form.locator('label[for]').first().waitFor();
	}

	/** Chooses a theme in *Settings > Personal*, which keeps it. */
	async chooseTheme(theme: 'Light theme' | 'Dark theme'): Promise<void> {
		await this.page.goto(`${this.url}/settings/personal`);
		await this.page.getByTestId('theme-select').click();
		await this.page.getByRole('option', { name: theme }).click();
		await this.page.getByTestId('save-settings-button').click();
		await this.page.getByText('Personal details updated').waitFor();
	}

	get form(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	/** Unfolds the list of records of a field. */
	async openPicker(parameter: string): Promise<Locator> {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		const entries = this.page.getByTestId('rlc-item').filter({ visible: true });
		await entries.first().waitFor();
		return entries;
	}

	/** Presses *Execute step*, or *Fetch Test Event* of a trigger: the table of its output. */
	async execute(): Promise<Locator> {
		await this.page.getByTestId('node-execute-button').click();
		const table = this.page.getByTestId('output-panel').locator('table');
		await table.waitFor();
		return table;
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
