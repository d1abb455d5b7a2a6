import type { Locator, Page } from 'playwright-core';

/** A list that unfolds below a field. */
export class Dropdown {
	/** @param field the element with the role `combobox` */
	constructor(
		private readonly page: Page,
		private readonly field: Locator,
	) {}

	/** What can be chosen, by its labels. */
	async entries(): Promise<string[]> {
		const options = await this.unfold();
		const texts = await options.allInnerTexts();
		await this.field.click(); // folds it again
		await options.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.trim().split('\n')[0] ?? '');
	}

	async choose(label: string): Promise<void> {
		const options = await this.unfold();
		await options.filter({ has: this.page.getByText(label, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}

	/** The options, when they are shown. n8n keeps those of other lists in the page, unseen. */
	private async unfold(): Promise<Locator> {
		await this.field.click();
		const id = await this.field.getAttribute('aria-controls');
		const options = this.page.locator(`[id="${id}"]`).getByRole('option');
		await options.first().waitFor();
		return options;
	}
}
