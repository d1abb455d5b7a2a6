import type { IDataObject, INode } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { payloadsOf, removeAccount } from '../harness/accountLog';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import type { Run } from '../harness/run';
import {
	audiencePage,
	INPUT,
	itemsInto,
	NODE,
	START,
	workflowWith,
	type Step,
	RETRY_ON_FAIL,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';

const DOMAIN = 'once.example';
const UNKNOWN = 'The request may have succeeded';

const numbered = (count: number): IDataObject[] => Array.from({ length: count }, (_, n) => ({ n }));

const createEntry = (settings: Partial<INode> = {}, parameters: INode['parameters'] = {}): Step =>
	audiencePage(
		{
			resource: 'accountLog',
			operation: 'create',
			domain: DOMAIN,
			source: 'crm',
			type: 'deal-won',
			payload: '={{ $json }}',
			additionalFields: {},
			options: {},
			...parameters,
		},
		settings,
	);

const payloadOf = ({ body }: RecordedRequest): IDataObject => (body as AccountLog).payload as IDataObject;
const isItem = (n: number) => (request: RecordedRequest) => payloadOf(request).n === n;

let sandbox: Sandbox;
let n8n: RealN8n;

useN8n((both) => ({ sandbox, n8n } = both));

describe('account log entries are written once', () => {
	beforeEach(() => {
		// A service that does nothing about doubles: what is sent twice is there twice.
		sandbox.settings.idempotency = 'ignore';
		removeAccount(sandbox, DOMAIN);
	});

	const payloads = () => payloadsOf(sandbox, DOMAIN);

	const numbers = (): unknown[] =>
		payloads()
			.map(({ n }) => n as number)
			.sort((one, other) => one - other);

	const allOf = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

	const run = async (items: IDataObject[], step: Step): Promise<Run> =>
		await n8n.run(await n8n.importWorkflow(itemsInto(items, step)), START);

	it('with Retry On Fail, where the payload has the time in it, and an answer is lost', async () => {
		sandbox.settings.idempotency = 'first';
		sandbox.failNext('resetAfter', { when: isItem(2) });
		const payload = '={{ { n: $json.n, at: $now.toMillis() } }}';
		const step = createEntry(RETRY_ON_FAIL, { payload, options: { maxRetries: 0 } });
		expect((await run(numbered(5), step)).status).toBe('success');
		expect(numbers()).toEqual(allOf(5));

		const tries = sandbox.requests.filter(isItem(2));
		expect(new Set(tries.map((request) => payloadOf(request).at)).size).toBe(2);
		expect(new Set(tries.map(({ body }) => (body as AccountLog).idempotencyKey)).size).toBe(1);
	});

	describe('with the Retry button, after a failure at item 500 of 1,000', () => {
		it('which the service refuses once', async () => {
			refuseNext(sandbox, isItem(499));
			const failed = await run(numbered(1000), createEntry());
			expect(failed.status).toBe('error');
			const written = payloads().length;
			expect(failed.error?.description).toContain(`Of 1000 items: ${written} written, 1 failed`);
			sandbox.requests.length = 0;
			const retried = await n8n.client.retry(failed);
			expect(retried.status).toBe('success');
			expect(retried.node(NODE).items).toHaveLength(1000);
			expect(sandbox.requests).toHaveLength(1000 - written);
			expect(numbers()).toEqual(allOf(1000));
		});

		it('which the workflow was wrong about, and is saved better: nothing is sent, and the error says why', async () => {
			const wrong = createEntry({}, { source: "={{ $json.n === 499 ? 'Not Kebab' : 'crm' }}" });
			const workflow = await n8n.importWorkflow(itemsInto(numbered(1000), wrong));
			const failed = await n8n.run(workflow, START);
			expect(failed.status).toBe('error');
			const written = payloads().length;
			sandbox.requests.length = 0;

			const better = ({ parameters }: INode) => ({ ...parameters, source: 'crm' });
			const nodes = workflow.nodes.map((node) =>
				node.name === NODE ? { ...node, parameters: better(node) } : node,
			);
			await n8n.client.saveNodes(workflow, nodes);
			const retried = await n8n.client.retry(failed, { loadWorkflow: true });
			expect(retried.status).toBe('error');
			expect(retried.error?.message).toContain(
				`${written} of 1000 items were written by a previous attempt with other settings`,
			);
			expect(sandbox.requests).toEqual([]);
			expect(payloads()).toHaveLength(written);
		});
	});

	it('one an iteration of a loop, with the same payload, and a retry in the second', async () => {
		sandbox.settings.idempotency = 'first';
		let calls = 0;
		refuseNext(sandbox, () => ++calls === 2);
		const loop: Step = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: 1, options: {} },
		};
		const entry = createEntry(RETRY_ON_FAIL, { payload: '={{ { same: true } }}' });
		const file = workflowWith(
			numbered(3),
			[loop, entry],
			[
				[INPUT, 'Loop'],
				['Loop', NODE, 1],
				[NODE, 'Loop'],
			],
		);
		const { status } = await n8n.run(await n8n.importWorkflow(file), START);
		expect(status).toBe('success');
		expect(payloads()).toEqual([{ same: true }, { same: true }, { same: true }]);
		expect(sandbox.requests).toHaveLength(4);
	});

	it('and they are found in n8n, where the API key is looked for', async () => {
		const places = await placesOf(DOMAIN, n8n);
		expect(places).toContain('executions');
		expect(places.join()).toContain('database.sqlite');
	});
});

/** Nothing in these requests tells a repetition from a new record. */
describe('people, who have no idempotency key, are created once', () => {
	const NAMES = ['Refused', 'Lost', 'Fine'];
	let label: string;

	/** The first of three people is refused once, the answer to the second is lost. */
	async function run(settings: Partial<INode>): Promise<Run> {
		label = ` with ${JSON.stringify(settings)}`;
		const isFor = (name: string) => (request: RecordedRequest) =>
			(request.body as IDataObject).name === name + label;
		refuseNext(sandbox, isFor('Refused'));
		sandbox.failNext('resetAfter', { when: isFor('Lost') });
		const step = audiencePage(
			{ resource: 'person', operation: 'create', name: '={{ $json.name }}' },
			settings,
		);
		const items = NAMES.map((name) => ({ name: name + label }));
		return await n8n.run(await n8n.importWorkflow(itemsInto(items, step)), START);
	}

	function expectOnce(): void {
		const names = sandbox.store.persons.all().map(({ name }) => name);
		expect(names.filter((name) => name.endsWith(label)).sort()).toEqual(
			NAMES.map((name) => name + label).sort(),
		);
		expect(sandbox.requests).toHaveLength(4);
	}

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)('with Retry On Fail and %s', async (onError, errorOutput) => {
		const ended = await run({ ...RETRY_ON_FAIL, onError });
		expect(ended.status).toBe('success');
		const errors = ended.node(NODE).outputs[errorOutput]!.filter(({ json }) => json.error !== undefined);
		const error = expect.stringContaining(UNKNOWN) as string;
		expect(errors).toMatchObject([{ json: { name: `Lost${label}`, error }, pairedItem: { item: 1 } }]);
		expectOnce();
	});

	it('with the Retry button', async () => {
		const failed = await run({});
		expect(failed.status).toBe('error');
		const retried = await n8n.client.retry(failed);
		expect(retried.error?.message).toContain(UNKNOWN);
		expectOnce();
	});
});
