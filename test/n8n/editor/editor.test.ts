import { NodeHelpers } from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import type { Sandbox } from '../../service/sandbox';
import { AUDIENCE_COLUMNS } from '../../support/analyticsColumns';
import { events, operations } from '../../support/description';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, NODE, start, TRIGGER, workflowOf } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { Editor, expectSoon, textsOf } from './Editor';

describe("in n8n's editor, a user", () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let editor: Editor;

	useN8n((both) => ({ sandbox, n8n } = both));
	afterAll(async () => await editor.close());
	beforeAll(async () => {
		editor = await Editor.open(n8n);
	});

	it('builds a workflow by clicking: finds the trigger and an action by the name of the service, and runs it', async () => {
		const { page } = editor;
		const search = async () => {
			await page.getByTestId('node-creator-search-bar').fill('audience page');
			await editor.chooseFromPanel('Audience Page');
		};
		await editor.openWorkflow();
		await page.getByTestId('canvas-add-button').click();
		await search();
		await editor.chooseFromPanel('On person created or updated');
		await expectSoon(() => editor.input('event').inputValue(), 'Person Created or Updated');
		await editor.execute();
		await editor.closeNode();

		await editor.node(TRIGGER).getByTestId('canvas-handle-plus').click();
		await search();
		const categories = [`Actions (${operations.length})`, `Triggers (${events.length})`];
		await expectSoon(() => textsOf(page.getByTestId('node-creator-category-item')), categories);
		await editor.chooseFromPanel('Get many pages');
		await expectSoon(() => editor.input('operation').inputValue(), 'Get Many');
		await editor.execute();
		await editor.closeNode();
		await editor.node('Get many pages').getByTestId('canvas-node-status-success').waitFor();
		expect(sandbox.requests.at(-1)).toMatchObject({ path: '/v0/pages/search', status: 200 });
	});

	it('sees exactly the fields of Person > Create or Update', async () => {
		await editor.openNode(await n8n.importWorkflow(workflowOf([audiencePage({})])), NODE);
		await editor.choose('resource', 'Person');
		await editor.choose('operation', 'Create or Update');
		const { description } = new AudiencePage();
		const chosen = { resource: 'person', operation: 'upsert' };
		const version = { typeVersion: 1 };
		const shown = NodeHelpers.getNodeParameters(
			description.properties,
			chosen,
			true,
			false,
			version,
			description,
		);
		const isNotice = (name: string) =>
			description.properties.find((one) => one.name === name)?.type === 'notice';
		const expected = Object.keys(shown ?? {}).filter((name) => !isNotice(name));

		const item = '[data-test-id="parameter-item"]';
		const namesOf = async (selector: string) =>
			await Promise.all(
				(await editor.form.locator(selector).all()).map((label) => label.getAttribute('for')),
			);
		await expectSoon(async () => {
			const nested = await namesOf(`${item} ${item} label[for]`);
			return (await namesOf('label[for]:visible')).filter((name) => !nested.includes(name));
		}, expected);
	});

	it('picks a page from a list that is searched, runs the node, and reads the table', async () => {
		const { name } = sandbox.store.pages.all()[1]!;
		const analytics = audiencePage({ resource: 'analytics', operation: 'getAudiences', period: 'allTime' });
		await editor.openNode(await n8n.importWorkflow(workflowOf([start, analytics])), NODE);
		const entries = await editor.openPicker('pageId');
		await editor.page.getByTestId('rlc-search').filter({ visible: true }).fill('product');
		await expectSoon(() => textsOf(entries), [name]);
		await entries.click();
		const table = await editor.execute();
		await expectSoon(() => textsOf(table.locator('th')), AUDIENCE_COLUMNS);
	});

	it('sees what a node does, and what it will give before it runs', async () => {
		const people = audiencePage({ resource: 'person', operation: 'getAll' }, { name: 'Get many people' });
		const update = audiencePage({ resource: 'person', operation: 'update' });
		await editor.openWorkflow(await n8n.importWorkflow(workflowOf([start, people, update])));
		await editor.node(people.name).getByText('Get Many People', { exact: true }).waitFor();
		await editor.node(NODE).dblclick();
		const input = editor.page.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		await expectSoon(
			() => textsOf(input.getByTestId('run-data-schema-node-name')),
			Object.keys(sandbox.store.persons.all()[0]!),
		);
		expect(sandbox.requests).toEqual([]);
	});
});
