/**
 * How fast n8n's editor is with a form: `npm run bench -- --only editor`. Our forms stand beside
 * one of n8n's own, because what they take depends on n8n and the machine.
 */
import { join } from 'node:path';
import type { INodeTypeDescription, IPinData } from 'n8n-workflow';
import type { CDPSession, Page } from 'playwright-core';
import { Editor } from '../n8n/editor/Editor';
import type { Opened } from '../n8n/harness/Opened';
import { RealN8n } from '../n8n/harness/RealN8n';
import {
	audiencePage,
	builtIn,
	INPUT,
	start,
	START,
	workflowOf,
	type Link,
	type Step,
} from '../n8n/harness/steps';
import { startSandbox } from '../service/sandbox';
import { median } from './median';
import { cellsOf, type Row } from '../support/table';

/** Pinned before the forms: the editor copies them for each expression. */
const ITEMS = 1_000;
const KEYS_PER_OPENING = 5;
/** Until the editor has done what it does after an opening, or a key; in milliseconds. */
const REST_AFTER_OPENING = 700;
const REST_AFTER_KEY = 400;

interface Form {
	/** All have one expression outside of collections. */
	step: Step;
	/** The text field that is typed into. */
	field: string;
}

const formOf = (name: string, field: string, step: Step): Form => ({
	step: { ...step, name },
	field,
});

const HUBSPOT = formOf(
	'HubSpot: Contact > Create or Update',
	'firstName',
	builtIn('', 'hubspot', 2.2, {
		...{ authentication: 'appToken', resource: 'contact', operation: 'upsert' },
		...{ email: '={{ $json.email }}', additionalFields: { firstName: '' } },
	}),
);

const FORMS = [
	HUBSPOT,
	formOf(
		'Account Log > Create',
		'source',
		audiencePage({ operation: 'create', domain: 'acme.com', payload: '={{ $json }}' }),
	),
	formOf(
		'Person > Create or Update',
		'name',
		audiencePage({ resource: 'person', operation: 'upsert', matchValue: '={{ $json.email }}' }),
	),
	formOf(
		'Analytics > Get Page Analytics',
		'pageId',
		audiencePage({
			...{ resource: 'analytics', operation: 'getSummary', period: 'custom' },
			...{ startDate: '={{ $json.date }}', pageId: { __rl: true, mode: 'id', value: '' } },
		}),
	),
];

const items: IPinData[string] = Array.from({ length: ITEMS }, (_, n) => ({
	json: {
		...{ id: n, email: `person${n}@acme.com`, name: `Person ${n}`, phone: '+4930123456' },
		...{ domain: 'acme.com', source: 'crm', stage: 'won', amount: 100 * n, date: '2026-11-02' },
		...{ owner: { id: 7, name: 'Ada Lovelace' }, tags: ['lead', 'customer'], note: null },
	},
}));

function workflowWithForms() {
	const steps = FORMS.map(({ step }) => step);
	const links = steps.map(({ name }): Link => [INPUT, name]);
	const file = workflowOf(
		[start, builtIn(INPUT, 'set', 3.4), ...steps],
		[[START, INPUT], ...links],
	);
	return { ...file, pinData: { [INPUT]: items } };
}

/** What is measured of a form, in milliseconds. */
type Times = Record<'open' | 'openWork' | 'key' | 'keyWork', number[]>;

/** What `inEditor.cjs` notes in the page. */
type Shown = Record<'keys' | 'openings', number[]>;

/** The page of the editor, and what it takes to show something. */
class MeasuredPage {
	private constructor(
		private readonly page: Page,
		private readonly devTools: CDPSession,
	) {}

	static async of({ page }: Editor): Promise<MeasuredPage> {
		await page.addInitScript({ path: join(__dirname, 'inEditor.cjs') });
		const devTools = await page.context().newCDPSession(page);
		// Its own time on a processor, whatever else the machine does.
		await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
		return new MeasuredPage(page, devTools);
	}

	/** Opens a form, types into it and closes it. */
	async use({ step: { name }, field }: Form): Promise<Times> {
		const { page } = this;
		const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		const opened = await this.measure(REST_AFTER_OPENING, async () => await node.dblclick());
		const input = page.getByTestId(`parameter-input-${field}`).locator('input').last();
		await input.click();
		await page.waitForTimeout(REST_AFTER_OPENING);
		const typed = [];
		for (let n = 0; n < KEYS_PER_OPENING; n++)
			typed.push(await this.measure(REST_AFTER_KEY, async () => await page.keyboard.press('a')));
		await page.getByTestId('ndv-close-button').click();
		await page.waitForTimeout(REST_AFTER_OPENING);
		return {
			open: opened.openings,
			openWork: [opened.work],
			key: typed.flatMap(({ keys }) => keys),
			keyWork: typed.map(({ work }) => work),
		};
	}

	/** What is shown after something is done, and how long the page worked until it came to rest. */
	private async measure(rest: number, act: () => Promise<void>): Promise<Shown & { work: number }> {
		const before = await this.work();
		await act();
		await this.page.waitForTimeout(rest);
		const shown = await this.page.evaluate<Shown>('takeShown()');
		return { ...shown, work: (await this.work()) - before };
	}

	private async work(): Promise<number> {
		const { metrics } = await this.devTools.send('Performance.getMetrics');
		return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
	}
}

/** How many properties the node of a form has. */
async function propertiesOf(
	{ client }: RealN8n,
	{ step: { type: name, typeVersion: version } }: Form,
) {
	const [type] = await client.ask<INodeTypeDescription[]>('/rest/node-types', {
		nodeInfos: [{ name, version }],
	});
	return String(type!.properties.length);
}

/**
 * In each round, each form is opened and typed into, so that a slow moment of the machine hits all
 * alike: a table.
 */
export async function measureEditor(
	rounds: number,
	tarball: string,
	opened: Opened,
): Promise<string[][]> {
	const sandbox = opened.add(await startSandbox({ apiKey: 'editor-key' }));
	const n8n = opened.add(await RealN8n.start(sandbox, { tarball }));
	const editor = opened.add(await Editor.open(n8n));
	const page = await MeasuredPage.of(editor);
	await editor.openWorkflow(await n8n.importWorkflow(workflowWithForms()));
	const measured = FORMS.map((form) => ({ form, times: [] as Times[] }));
	for (const form of FORMS) await page.use(form); // what n8n loads once counts for none
	for (let n = 0; n < rounds; n++)
		for (const { form, times } of measured) times.push(await page.use(form));
	const hubSpot = measured[0]!.times;
	const rows = measured.map(async ({ form, times }): Promise<Row> => {
		const { name } = form.step;
		return { Form: name, Properties: await propertiesOf(n8n, form), ...rowOf(times, hubSpot) };
	});
	return cellsOf(await Promise.all(rows));
}

/** The medians, and how many times as long the page works as for another form. */
function rowOf(times: Times[], others: Times[]): Row {
	const medianOf = (what: keyof Times, among = times) =>
		median(among.flatMap((round) => round[what]));
	const ratio = (what: keyof Times) => (medianOf(what) / medianOf(what, others)).toFixed(2);
	return {
		'Open ms': medianOf('open').toFixed(0),
		'Open work ms': medianOf('openWork').toFixed(0),
		'÷ HubSpot': ratio('openWork'),
		'Key ms': medianOf('key').toFixed(0),
		'Key work ms': medianOf('keyWork').toFixed(0),
		'÷ HubSpot ': ratio('keyWork'),
	};
}
