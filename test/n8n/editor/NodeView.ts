import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './dom';
import { Dropdown } from './Dropdown';
import { OutputPanel } from './OutputPanel';
import { Picker } from './Picker';

/** What the form shows of a parameter: its name in the workflow, and its label. */
export type Field = [name: string, label: string];

/** Within a collection or a group of fields: not at the top level of the form. */
const NESTED =
	'[data-test-id="parameter-item"] [data-test-id="parameter-item"], [data-test-id^="fixed-collection-"] *';

async function labelsIn(part: Locator) {
	return await part.locator('label[for]:visible').evaluateAll(
		(labels: PageElement[], nested) =>
			labels.map((label) => ({
				name: label.getAttribute('for') ?? '',
				label: label.innerText.split('\n')[0]?.trim() ?? '',
				isNested: label.closest(nested) !== null,
			})),
		NESTED,
	);
}

/** An opened node: input, form and output. */
export class NodeView {
	readonly output: OutputPanel;

	private constructor(private readonly page: Page) {
		this.output = new OutputPanel(page);
	}

	static async shownOn(page: Page): Promise<NodeView> {
		await page.getByTestId('node-parameters').locator('label[for]').first().waitFor();
		return new NodeView(page);
	}

	/** All parameters at the top level of the form, in their order. */
	async fields(): Promise<Field[]> {
		const labels = await labelsIn(this.form());
		return labels.filter(({ isNested }) => !isNested).map(({ name, label }) => [name, label]);
	}

	/** What a list of choices offers, by its labels. */
	async choicesOf(parameter: string): Promise<string[]> {
		return await this.dropdown(parameter).entries();
	}

	async choose(parameter: string, label: string): Promise<void> {
		await this.dropdown(parameter).choose(label);
	}

	/** What a list of choices stands at. */
	async chosen(parameter: string): Promise<string> {
		return await this.input(parameter).inputValue();
	}

	/** The labels of all that a collection holds or can be given; a field that is the only one is then in it. */
	async fieldsOf(collection: string): Promise<string[]> {
		const part = this.collection(collection);
		const add = part.getByTestId('collection-parameter-add');
		const menu = add.getByRole('combobox');
		const offered = (await menu.count()) > 0 ? await new Dropdown(this.page, menu).entries() : [];
		if (offered.length === 0 && (await add.count()) > 0) {
			await add.click(); // a button: there is no choice
			await add.waitFor({ state: 'hidden' });
		}
		const held = (await labelsIn(part)).filter(({ name }) => name !== collection);
		return [...held.map(({ label }) => label), ...offered];
	}

	/** What the form tells the user beside its fields. */
	async notices(): Promise<string[]> {
		return await this.form().locator('.notice').allInnerTexts();
	}

	/** Whether the form shows this text. */
	async shows(text: string): Promise<boolean> {
		return await this.form().getByText(text, { exact: true }).isVisible();
	}

	/** The field for a record that is chosen from a list. */
	picker(parameter: string): Picker {
		return new Picker(this.page, this.page.getByTestId(`resource-locator-${parameter}`));
	}

	/** Presses *Execute step*, or *Fetch Test Event* of a trigger, and waits until there is an output. */
	async execute(): Promise<OutputPanel> {
		await this.page.getByTestId('node-execute-button').click();
		await this.output.filled();
		return this.output;
	}

	/** The fields that the node before usually outputs, which n8n shows as long as that node has not run. */
	async inputPreview(): Promise<string[]> {
		const input = this.page.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		return await input.getByTestId('run-data-schema-node-name').allInnerTexts();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
	}

	private dropdown(parameter: string): Dropdown {
		return new Dropdown(this.page, this.input(parameter));
	}

	private input(parameter: string) {
		return this.form().getByTestId(`parameter-input-${parameter}`).locator('input').first();
	}

	private collection(name: string) {
		const label = this.page.locator(`label[for="${name}"]`);
		return this.form().getByTestId('parameter-item').filter({ has: label });
	}

	private form() {
		return this.page.getByTestId('node-parameters');
	}
}
