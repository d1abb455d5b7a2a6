import type { Page } from 'playwright-core';
import type { PageElement } from './dom';

/** What a node has given, or how it has failed. */
export class OutputPanel {
	constructor(private readonly page: Page) {}

	/** Waits until there is something to see. */
	async filled(): Promise<void> {
		await this.table().or(this.message()).first().waitFor();
	}

	async columns(): Promise<string[]> {
		const names = await this.table().locator('th').allInnerTexts();
		return names.map((name) => name.trim()).filter((name) => name !== '');
	}

	/** The texts of the cells, row by row. */
	async rows(): Promise<string[][]> {
		const width = (await this.columns()).length;
		return await this.table()
			.locator('tbody tr')
			.evaluateAll(
				(rows: PageElement[], columns) =>
					rows.map((row) =>
						[...row.querySelectorAll('td')].slice(0, columns).map((cell) => cell.innerText.trim()),
					),
				width,
			);
	}

	private table() {
		return this.panel().locator('table');
	}

	private message() {
		return this.panel().getByTestId('node-error-message');
	}

	private panel() {
		return this.page.getByTestId('output-panel');
	}
}
