import type { Page } from 'playwright-core';
import { NodeView } from './NodeView';

/** The panel on the right, in which a node is searched and one of its actions or triggers chosen. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	/** What can be chosen, and what unfolds more: names such as `Audience Page`, `Update account`, `Triggers (10)`. */
	async entries(): Promise<string[]> {
		const names = await this.creator()
			.locator('[data-test-id=node-creator-item-name], [data-test-id=node-creator-category-item]')
			.allInnerTexts();
		return names.map((name) => name.trim());
	}

	/** What the panel says of a node that was found. */
	async description(name: string): Promise<string> {
		return await this.item(name).getByTestId('node-creator-item-description').innerText();
	}

	/** Opens a node that was found, to choose from its actions and triggers. */
	async openNode(name: string): Promise<void> {
		await this.item(name).click();
	}

	/** Puts a node with this action, or of this trigger, on the canvas: n8n opens it. */
	async add(action: string): Promise<NodeView> {
		await this.item(action).click();
		return await NodeView.shownOn(this.page);
	}

	private item(name: string) {
		const title = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		return this.creator().getByTestId('item-iterator-item').filter({ has: title });
	}

	private creator() {
		return this.page.getByTestId('node-creator');
	}
}
