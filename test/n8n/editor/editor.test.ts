import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import type { Sandbox } from '../../service/sandbox';
import { AUDIENCE_COLUMNS } from '../../support/analyticsColumns';
import { events, operations } from '../../support/description';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, audiencePageTrigger, NODE, start, START, TRIGGER, workflowOf } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { Editor, expectSoon } from './Editor';

const UPDATE = 'Update person';

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
		const categories = page.getByTestId('node-creator-category-item');
		await expectSoon(
			() => categories.allInnerTexts(),
			[`Actions (${operations.length})`, `Triggers (${events.length})`],
		);
		await editor.chooseFromPanel('Get many pages');
		await expectSoon(() => editor.input('operation').inputValue(), 'Get Many');
		await editor.execute();
		await editor.closeNode();
		await expectSoon(
			() => editor.node('Get many pages').getByTestId('canvas-node-status-success').count(),
			1,
		);
		expect(sandbox.requests.at(-1)).toMatchObject({ path: '/v0/pages/search', status: 200 });
	});

	/** The names of the fields that a form shows at first, by n8n's own rules for the description. */
	function shownOf({ description }: AudiencePage | AudiencePageTrigger, chosen: INodeParameters): string[] {
		const { properties } = description;
		const version = { typeVersion: 1 };
		const shown = NodeHelpers.getNodeParameters(properties, chosen, true, false, version, description);
		return Object.keys(shown ?? {}).filter(
			(name) => properties.find((one) => one.name === name)?.type !== 'notice',
		);
	}

	/** The fields of the form but for what lies within a collection. */
	const fields = async (): Promise<unknown[]> => {
		const labels = editor.form.locator('label[for]:visible');
		const nested = editor.form.locator(
			'[data-test-id="parameter-item"] [data-test-id="parameter-item"] label[for]',
		);
		const [all, within] = await Promise.all(
			[labels, nested].map(async (some) =>
				Promise.all((await some.all()).map(async (label) => await label.getAttribute('for'))),
			),
		);
		return all!.filter((name) => !within!.includes(name));
	};

	it.each([
		['Person', 'Create or Update', { resource: 'person', operation: 'upsert' }],
		['Analytics', 'Get Page Summary', { resource: 'analytics', operation: 'getSummary' }],
	])('sees exactly the fields of %s > %s', async (resource, operation, chosen) => {
		await editor.openNode(await n8n.importWorkflow(workflowOf([audiencePage({})], [])), NODE);
		await editor.choose('resource', resource);
		await editor.choose('operation', operation);
		await expectSoon(fields, shownOf(new AudiencePage(), chosen));
	});

	it('sees exactly the fields of an event', async () => {
		await editor.openNode(await n8n.importWorkflow(workflowOf([audiencePageTrigger({})], [])), TRIGGER);
		await editor.choose('event', 'Account Log Created');
		const shown = shownOf(new AudiencePageTrigger(), { event: 'accountLogCreated' });
		await expectSoon(fields, ['pollTimes', ...shown.filter((name) => name !== 'pollTimes')]);
	});

	it('picks a page from a list that is searched, runs the node, and reads the table', async () => {
		const { pageId, name } = sandbox.store.pages.all()[1]!;
		const analytics = audiencePage({ resource: 'analytics', operation: 'getAudiences', period: 'allTime' });
		await editor.openNode(await n8n.importWorkflow(workflowOf([start, analytics], [[START, NODE]])), NODE);
		const entries = await editor.openPicker('pageId');
		await editor.page.getByTestId('rlc-search').filter({ visible: true }).fill('product');
		await expectSoon(async () => (await entries.allInnerTexts()).map((text) => text.trim()), [name]);
		await entries.click();
		const table = await editor.execute();
		await expectSoon(
			async () => (await table.locator('th').allInnerTexts()).map((text) => text.trim()).filter(Boolean),
			AUDIENCE_COLUMNS,
		);
		for (const { customName, computedName } of sandbox.store.audiences.of(pageId).all())
			await table
				.getByText(customName ?? computedName, { exact: true })
				.first()
				.waitFor();
	});

	it('sees what each node does, what it will give before it runs, and an icon for light and for dark', async () => {
		const people = { resource: 'person', operation: 'getAll' };
		const stored = await n8n.importWorkflow(
			workflowOf(
				[
					start,
					audiencePage(people, { name: 'Get many people' }),
					audiencePage({ resource: 'person', operation: 'update' }, { name: UPDATE }),
				],
				[
					[START, 'Get many people'],
					['Get many people', UPDATE],
				],
			),
		);
		for (const [theme, file] of [
			['Light theme', 'audiencePage.svg'],
			['Dark theme', 'audiencePage.dark.svg'],
		] as const) {
			await editor.chooseTheme(theme);
			await editor.openWorkflow(stored);
			const icon = editor.node(UPDATE).locator('img');
			const isShown = async () =>
				await icon.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0);
			await expectSoon(
				async () => [(await icon.getAttribute('src'))?.split('/').at(-1), await isShown()],
				[file, true],
			);
		}
		await editor.node('Get many people').getByText('Get Many People', { exact: true }).waitFor();
		await editor.node(UPDATE).dblclick();
		const input = editor.page.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		await expectSoon(
			() => input.getByTestId('run-data-schema-node-name').allInnerTexts(),
			Object.keys(sandbox.store.persons.all()[0]!),
		);
		expect(sandbox.requests).toEqual([]);
	});
});
