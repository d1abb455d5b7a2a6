import type { Page } from 'playwright-core';

/** The dialog in which a credential is filled in, saved and tested. */
export class CredentialDialog {
	private constructor(private readonly page: Page) {}

	/** n8n tests a credential when it is opened too, and says "Node not found" of a test that ends during another. */
	static async shownOn(page: Page): Promise<CredentialDialog> {
		const dialog = new CredentialDialog(page);
		await dialog.succeeded();
		return dialog;
	}

	async fill(field: string, text: string): Promise<void> {
		await this.dialog().getByTestId(`parameter-input-${field}`).locator('input').fill(text);
	}

	/** Presses *Save*: n8n then tests the credential. */
	async save(): Promise<void> {
		await this.dialog().getByTestId('credential-save-button').click();
	}

	/** Waits until n8n says that the test went well. */
	async succeeded(): Promise<void> {
		await this.dialog().getByTestId('credentials-config-container-test-success').waitFor();
	}

	/** Waits until n8n says that the test failed, and unfolds why. */
	async failure(): Promise<string> {
		const more = this.dialog().getByText('More details');
		await more.click();
		await more.waitFor({ state: 'hidden' });
		return await this.dialog().getByTestId('node-credentials-config-container').innerText();
	}

	async close(): Promise<void> {
		await this.dialog().getByRole('button', { name: 'Close' }).click();
		await this.dialog().waitFor({ state: 'hidden' });
	}

	private dialog() {
		return this.page.getByTestId('editCredential-modal');
	}
}
