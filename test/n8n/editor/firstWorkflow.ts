import type { Stage } from '../harness/useN8n';
import { Editor } from './Editor';

export function testFirstWorkflow(stage: Stage): void {
	it("runs README's first workflow in the editor", async () => {
		const { n8n, sandbox } = stage;
		const editor = await Editor.open(n8n);
		const { page } = editor;
		const search = async (phrase: string) =>
			await page.getByTestId('node-creator-search-bar').fill(phrase);
		const offered = (name: string) =>
			page.getByTestId('node-creator-item-name').getByText(name, { exact: true });

		await editor.openWorkflow({ id: 'new' });
		await page.getByTestId('canvas-add-button').click();
		await offered('Trigger manually').click();
		await page.getByTestId('node-creator-plus-button').click();
		await search('import contacts'); // found by what the job is called, too
		await offered('Audience Page').waitFor();
		await search('audience page');
		await offered('Audience Page').click();
		await offered('Get many people').click();
		const table = await editor.execute();
		expect(await table.textContent()).toContain(sandbox.store.persons.all()[0]!.name);
		expect(sandbox.requests).toMatchObject([{ path: '/v0/persons/search', status: 200 }]);
		await editor.close();
	});
}
