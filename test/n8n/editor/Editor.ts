import { selectors, type Browser, type Page } from 'playwright-core';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { Canvas } from './Canvas';
import { launchChromium } from './chromium';
import { NodeView } from './NodeView';

selectors.setTestIdAttribute('data-test-id'); // as n8n's editor names its parts

const SIZE = { width: 1400, height: 900 };
/** A machine may be busy with other things: long enough for it, never waited for. */
const PATIENCE = 300_000;

/** The editor of an n8n in a real browser, signed in as its owner. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		/** For what only a picture needs; tests go by the parts below. */
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Takes a second or two. Whoever opens it closes it, before n8n. */
	static async open({ url, client }: RealN8n): Promise<Editor> {
		const browser = await launchChromium();
		try {
			const context = await browser.newContext({ viewport: SIZE });
			const [name = '', ...value] = client.cookie.split('=');
			await context.addCookies([{ name, value: value.join('='), url }]);
			const page = await context.newPage();
			page.setDefaultTimeout(PATIENCE);
			return new Editor(browser, page, url);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/** An empty workflow. */
	async newWorkflow(): Promise<Canvas> {
		await this.page.goto(`${this.url}/workflow/new`);
		return await Canvas.shownOn(this.page);
	}

	async openWorkflow({ id }: StoredWorkflow): Promise<Canvas> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		return await Canvas.shownOn(this.page);
	}

	/** @throws Error if the workflow has no node of this name */
	async openNode({ id, nodes }: StoredWorkflow, name: string): Promise<NodeView> {
		const node = nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`The workflow has no node "${name}"`);
		await this.page.goto(`${this.url}/workflow/${id}/${node.id}`);
		return await NodeView.shownOn(this.page);
	}

	/** Chooses a theme in *Settings > Personal*, which keeps it. */
	async chooseTheme(theme: 'Light theme' | 'Dark theme'): Promise<void> {
		await this.page.goto(`${this.url}/settings/personal`);
		await this.page.getByTestId('theme-select').click();
		await this.page.getByRole('option', { name: theme }).click();
		await this.page.getByTestId('save-settings-button').click();
		await this.page.getByText('Personal details updated').waitFor();
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
