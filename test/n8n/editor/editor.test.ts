import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { Editor } from './Editor';

describe("in n8n's editor, a user", () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let editor: Editor;

	useN8n((both) => ({ sandbox, n8n } = both));
	afterAll(async () => await editor.close());
	beforeAll(async () => {
		editor = await Editor.open(n8n);
	});

	/** What the nodes panel of an empty workflow finds. */
	const found = (name: string) =>
		editor.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });

	const search = async (phrase: string) =>
		await editor.page.getByTestId('node-creator-search-bar').fill(phrase);

	beforeEach(async () => {
		await editor.openWorkflow({ id: 'new' });
		await editor.page.getByTestId('canvas-add-button').click();
	});

	it('finds the node by the name of the service, chooses an event and runs it', async () => {
		await search('audience page');
		await found('Audience Page').click();
		await found('On person updated').click();
		const event = editor.page.getByTestId('parameter-input-event').locator('input');
		await editor.form.locator('label[for]').first().waitFor();
		expect(await event.inputValue()).toBe('Person Updated');
		await editor.execute();
		expect(sandbox.requests.at(-1)).toMatchObject({ path: '/v0/persons/search', status: 200 });
	});

	it('finds it by what the job is called', async () => {
		const jobs = [
			'sync contacts',
			'import contacts csv',
			'add lead',
			'page views',
			'account based',
		];
		const moments = ['new contact', 'when contact changes', 'when audience published'];
		const reports = [
			'weekly report',
			'website visitors',
			'conversion rate',
			'notify slack when published',
		];
		for (const phrase of [
			...jobs,
			...moments,
			...reports,
			'update contact',
			'landing page',
			'deal',
		]) {
			await search(phrase);
			await found('Audience Page').waitFor();
			expect(await found('Audience Page').count()).toBeGreaterThan(0);
		}
	});
});
