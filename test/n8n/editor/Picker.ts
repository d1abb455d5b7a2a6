import type { Locator, Page } from 'playwright-core';

/** A field whose record is chosen from a list that the service searches. */
export class Picker {
	constructor(
		private readonly page: Page,
		private readonly field: Locator,
	) {}

	/** Unfolds the list. */
	async open(): Promise<void> {
		await this.input().click();
		await this.items().first().waitFor();
	}

	/** What the list shows so far. */
	async entries(): Promise<string[]> {
		const texts = await this.items().allInnerTexts();
		return texts.map((text) => text.trim());
	}

	/** Scrolls to the last entry, where the list asks for more. */
	async scrollToEnd(): Promise<void> {
		await this.items().last().scrollIntoViewIfNeeded();
	}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	async choose(entry: string): Promise<void> {
		await this.items().getByText(entry, { exact: true }).click();
	}

	/** The entry that is chosen. */
	async chosen(): Promise<string> {
		return await this.input().inputValue();
	}

	private input() {
		return this.field.getByTestId('rlc-input');
	}

	private items() {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}
}
