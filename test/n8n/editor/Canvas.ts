import type { Page } from 'playwright-core';
import type { PageElement } from './dom';
import { NodePanel } from './NodePanel';
import { NodeView } from './NodeView';

/** The canvas with the nodes of a workflow. */
export class Canvas {
	private constructor(private readonly page: Page) {}

	static async shownOn(page: Page): Promise<Canvas> {
		await page.getByTestId('canvas-controls').waitFor();
		return new Canvas(page);
	}

	/** Presses *Add first step* of an empty workflow. */
	async addFirstStep(): Promise<NodePanel> {
		await this.page.getByTestId('canvas-add-button').click();
		return new NodePanel(this.page);
	}

	/** Presses the plus sign behind a node that nothing follows. */
	async addAfter(name: string): Promise<NodePanel> {
		await this.node(name).getByTestId('canvas-handle-plus').click();
		return new NodePanel(this.page);
	}

	/** The names of all nodes. */
	async nodes(): Promise<string[]> {
		return await this.page
			.getByTestId('canvas-node')
			.evaluateAll((nodes: PageElement[]) => nodes.map((node) => node.getAttribute('data-node-name') ?? ''));
	}

	/** The picture on a node: the name of its file, and whether the browser could show it. */
	async iconOf(name: string): Promise<{ file: string; isShown: boolean }> {
		const image = this.node(name).locator('img');
		return await image.evaluate(({ src, naturalWidth }: { src: string; naturalWidth: number }) => ({
			file: src.split('/').at(-1) ?? '',
			isShown: naturalWidth > 0,
		}));
	}

	/** What stands below the name of a node. */
	async subtitleOf(name: string): Promise<string> {
		const [, subtitle = ''] = (await this.node(name).innerText()).split('\n');
		return subtitle;
	}

	/** Opens a node as a double click does. */
	async open(name: string): Promise<NodeView> {
		await this.node(name).dblclick();
		return await NodeView.shownOn(this.page);
	}

	private node(name: string) {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}
}
