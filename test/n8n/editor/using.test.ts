import { NODE_DESCRIPTION } from '../../../nodes/AudiencePage/fields/nodeTexts';
import type { Sandbox } from '../../service/sandbox';
import { AUDIENCE_COLUMNS } from '../../support/analyticsColumns';
import { events, operations } from '../../support/description';
import { calls } from '../../support/sent';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, audiencePageTrigger, NODE, start, START, TRIGGER, workflowOf } from '../harness/steps';
import type { Canvas } from './Canvas';
import type { Editor } from './Editor';
import { expectSoon } from './expectSoon';
import { useEditor } from './useEditor';

const UPDATE = 'Update person';
const READ_LOG = 'Get many person logs';
const ANALYTICS = 'Get audience analytics';

const workflow = workflowOf(
	[
		start,
		audiencePage({ resource: 'person', operation: 'getAll', limit: 1 }, { name: 'Get many people' }),
		audiencePage({ resource: 'person', operation: 'update' }, { name: UPDATE }),
		audiencePage({ resource: 'personLog', operation: 'getAll' }, { name: READ_LOG }),
		audiencePage(
			{ resource: 'analytics', operation: 'getAudiences', period: 'allTime' },
			{ name: ANALYTICS, position: [224, 224] },
		),
		{ ...audiencePageTrigger({}), position: [0, 224] },
	],
	[
		[START, 'Get many people'],
		['Get many people', UPDATE],
		[UPDATE, READ_LOG],
		[START, ANALYTICS],
	],
);

describe("in n8n's editor, a user", () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let editor: Editor;

	useEditor((all) => ({ sandbox, n8n, editor } = all), { sizes: { persons: 130 } });

	it('finds the nodes by their name: puts the trigger on the canvas, then an action behind it', async () => {
		const canvas = await editor.newWorkflow();

		const first = await canvas.addFirstStep();
		await first.search('audience page');
		await expectSoon(() => first.entries()).toEqual(['Audience Page']);
		await first.openNode('Audience Page');
		const trigger = await first.add('On person created or updated');
		await expectSoon(() => trigger.chosen('event')).toEqual('Person Created or Updated');
		await trigger.close();

		const next = await canvas.addAfter(TRIGGER);
		await next.search('audience page');
		await expectSoon(() => next.entries()).toEqual(['Audience Page']);
		await next.openNode('Audience Page');
		await expectSoon(async () => (await next.entries()).filter((entry) => entry.includes('(')))
			.toEqual([`Actions (${operations.length})`, `Triggers (${events.length})`]);
		const node = await next.add('Create or update person');
		await expectSoon(() => node.chosen('resource')).toEqual('Person');
		await expectSoon(() => node.chosen('operation')).toEqual('Create or Update');
		await node.close();

		await expectSoon(() => canvas.nodes()).toEqual([TRIGGER, 'Create or update person']);
	});

	it('finds the nodes by what they are for, and sees what both are', async () => {
		const panel = await (await editor.newWorkflow()).addFirstStep();
		for (const word of ['analytics', 'people', 'lead', 'visitor', 'deal', 'account log']) {
			await panel.search(word);
			await expectSoon(() => panel.entries()).toContain('Audience Page');
		}
		await panel.search('audience page');
		await expectSoon(() => panel.description('Audience Page')).toBe(NODE_DESCRIPTION);
	});

	it('reads on the canvas what each node does', async () => {
		const canvas = await editor.openWorkflow(await n8n.importWorkflow(workflow));
		await expectSoon(() => canvas.subtitleOf(ANALYTICS)).toBe('Get Audience Analytics');
		await expectSoon(() => canvas.subtitleOf(READ_LOG)).toBe('Get Many Person Log Entries');
		await expectSoon(() => canvas.subtitleOf(TRIGGER)).toBe('Person Created');
	});

	it('is told that a list of a page is replaced, before an entry is added, and sees an example', async () => {
		const updateFields = { footerLinks: {}, footerLinksJson: '' };
		const page = audiencePage({ resource: 'page', operation: 'update', updateFields });
		const stored = await n8n.importWorkflow(workflowOf([page], []));
		const node = await editor.openNode(stored, NODE);
		const notice = 'Replaces all footer links of the page, also those not listed here';
		await expectSoon(() => node.notices()).toEqual([notice]);
		const example = '[{"title":"Company","links":[{"text":"Privacy","url":"https://acme.com/privacy"}]}]';
		await expectSoon(() => node.shows(`${notice}. Example: ${example}`)).toBe(true);
	});

	describe('opens a node of a workflow and', () => {
		let canvas: Canvas;

		beforeAll(async () => {
			canvas = await editor.openWorkflow(await n8n.importWorkflow(workflow));
		});

		it('sees what the node before will give, without running it', async () => {
			const node = await canvas.open(UPDATE);
			await expectSoon(() => node.inputPreview()).toEqual(Object.keys(sandbox.store.persons.all()[0]!));
			await node.close();
			expect(calls(sandbox)).not.toContain('GET /v0/persons/search');
		});

		it('picks a person, found by what is typed', async () => {
			const node = await canvas.open(UPDATE);
			const { name, email } = sandbox.store.persons.all()[33]!;
			const label = `${name} (${email})`;
			const picker = node.picker('personId');
			await picker.open();
			await picker.search(name);
			await expectSoon(() => picker.entries()).toEqual([label]);
			await picker.choose(label);
			await expectSoon(() => picker.chosen()).toEqual(label);
			await node.close();
		});

		it('scrolls through all people', async () => {
			const node = await canvas.open(READ_LOG);
			const picker = node.picker('personId');
			await picker.open();
			await expectSoon(async () => {
					await picker.scrollToEnd();
					return (await picker.entries()).map((entry) => entry.replace(/ \(.*/, ''));
				})
				.toEqual(sandbox.store.persons.all().map(({ name }) => name));
			await node.close();
			const asked = sandbox.requests.filter(({ path }) => path === '/v0/persons/search');
			expect(new Set(asked.map(({ query }) => query.cursor)).size).toBe(2);
		});

		it('runs it on a page that was picked, and reads the table', async () => {
			const node = await canvas.open(ANALYTICS);
			const { pageId, name } = sandbox.store.pages.all()[1]!;
			const picker = node.picker('pageId');
			await picker.open();
			await picker.search('product');
			await expectSoon(() => picker.entries()).toEqual([name]);
			await picker.choose(name);

			const output = await node.execute();
			expect(await output.columns()).toEqual(AUDIENCE_COLUMNS);
			const audiences = sandbox.store.audiences.of(pageId).all();
			await expectSoon(async () => (await output.rows()).map((row) => row.slice(0, 4)))
				.toEqual(
					audiences.map(({ customName, computedName }) => [name, customName ?? computedName, 'null', 'null']),
				);
			await node.close();
		});
	});

	it('sees the icons that are made for light and for dark', async () => {
		const stored = await n8n.importWorkflow(workflow);
		await editor.chooseTheme('Light theme');
		const light = await editor.openWorkflow(stored);
		await expectSoon(() => light.iconOf(UPDATE)).toEqual({ file: 'audiencePage.svg', isShown: true });

		await editor.chooseTheme('Dark theme');
		const dark = await editor.openWorkflow(stored);
		await expectSoon(() => dark.iconOf(UPDATE)).toEqual({ file: 'audiencePage.dark.svg', isShown: true });
		await expectSoon(() => dark.iconOf(TRIGGER)).toEqual({ file: 'audiencePage.dark.svg', isShown: true });
	});
});
