import type { IDataObject, INode } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { startWebServer } from '../../support/webServer';
import { payloadsOf } from '../harness/accountLog';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import type { Run } from '../harness/run';
import {
	audiencePage,
	CALL,
	calledInto,
	callOf,
	INPUT,
	itemsInto,
	NODE,
	postedInto,
	postedItemsInto,
	RETRY_ON_FAIL,
	START,
	workflowWith,
	type Step,
} from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';

const allOf = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const numbered = (count: number): IDataObject[] => allOf(count).map((n) => ({ n }));

/** Each test has an account of its own. */
let tests = 0;
const domain = (): string => `once-${tests}.example`;

/** Without tries of its own: what fails is sent again by n8n alone. */
const createEntry = (
	settings: Partial<INode> = {},
	parameters: INode['parameters'] = {},
	options: INode['parameters'] = {},
): Step =>
	audiencePage(
		{
			resource: 'accountLog',
			operation: 'create',
			domain: domain(),
			source: 'crm',
			type: 'deal-won',
			payload: '={{ $json }}',
			...parameters,
			options: { maxRetries: 0, ...options },
		},
		settings,
	);

const payloadOf = ({ body }: RecordedRequest): IDataObject => (body as AccountLog).payload as IDataObject;
const isItem = (n: number) => (request: RecordedRequest) => payloadOf(request).n === n;

let sandbox: Sandbox;
let n8n: RealN8n;

// n8n waits so many seconds for runs when it is shut down, and then leaves them.
useN8n((both) => ({ sandbox, n8n } = both), {}, { env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' } });

describe('account log entries are written once', () => {
	beforeEach(() => {
		tests += 1;
	});

	const payloads = () => payloadsOf(sandbox, domain());

	const numbers = (): unknown[] =>
		payloads()
			.map(({ n }) => n as number)
			.sort((one, other) => one - other);

	const run = async (items: IDataObject[], step: Step): Promise<Run> =>
		await n8n.run(await n8n.importWorkflow(itemsInto(items, step)), START);

	/** n8n keeps what the node knows of its first try: nothing is sent twice, whatever the service does about doubles. */
	describe('where n8n keeps what the node knows,', () => {
		it('with the Retry button, after the service has refused item 500 of 1,000', async () => {
			sandbox.settings.idempotency = 'ignore';
			refuseNext(sandbox, isItem(499));
			const failed = await run(numbered(1000), createEntry());
			expect(failed.status).toBe('error');
			const written = payloads().length;
			expect(failed.error?.description).toContain(`Of 1000 items: ${written} written, 1 failed`);
			sandbox.requests.length = 0;
			const retried = await n8n.client.retry(failed);
			expect(retried.status).toBe('success');
			const links = retried.node(NODE).items.map(({ pairedItem }) => pairedItem);
			expect(links).toEqual(allOf(1000).map((item) => ({ item })));
			expect(sandbox.requests).toHaveLength(1000 - written);
			expect(numbers()).toEqual(allOf(1000));
		});

		it('with the Retry button, after the workflow was corrected: nothing is sent, and the error says why', async () => {
			sandbox.settings.idempotency = 'ignore';
			const wrong = createEntry({}, { source: "={{ $json.n === 49 ? 'Not Kebab' : 'crm' }}" });
			const workflow = await n8n.importWorkflow(itemsInto(numbered(100), wrong));
			const failed = await n8n.run(workflow, START);
			expect(failed.status).toBe('error');
			const written = payloads().length;
			sandbox.requests.length = 0;

			const nodes = workflow.nodes.map((node) =>
				node.name === NODE ? { ...node, parameters: { ...node.parameters, source: 'crm' } } : node,
			);
			await n8n.client.saveNodes(workflow, nodes);
			const retried = await n8n.client.retry(failed, { loadWorkflow: true });
			expect(retried.error?.message).toContain(
				`${written} of 100 items were written by a previous attempt with other settings`,
			);
			expect(sandbox.requests).toEqual([]);
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
			expect((await n8n.run(await n8n.importWorkflow(file), START)).status).toBe('success');
			expect(payloads()).toEqual([{ same: true }, { same: true }, { same: true }]);
			expect(sandbox.requests).toHaveLength(4);
		});
	});

	/** See docs/BULK-WORK.md: the service tells by the keys what it has. */
	describe('where the new try knows nothing of the first,', () => {
		beforeEach(() => {
			sandbox.settings.idempotency = 'first';
		});

		/** One at a time: what comes after a failure is not sent. */
		const inOrder = (idempotencyKeyMode: string) =>
			createEntry({}, {}, { idempotencyKeyMode, maxConcurrentRequests: 1 });

		it.each(['SIGKILL', 'SIGTERM'] as const)(
			'where n8n ended by %s, with the Retry button',
			async (signal) => {
				const workflow = await n8n.importWorkflow(postedItemsInto(`ended-by-${signal}`, inOrder('item')));
				await n8n.client.publish(workflow);
				sandbox.failNext('silence', { when: isItem(5) }); // so the run has not ended when n8n does
				await n8n.post(workflow, { items: numbered(6) });
				await until(() => sandbox.requests.find(isItem(5)));
				await n8n.restart(signal, () => expect(numbers()).toEqual(allOf(5)));

				const [id = ''] = await n8n.client.executionIds(workflow);
				const crashed = await n8n.client.waitForRun(id);
				expect(crashed.status).toBe('crashed');
				const retried = await n8n.client.retry(crashed);
				expect(retried.status).toBe('success');
				expect(retried.node(NODE).items).toHaveLength(6);
				expect(numbers()).toEqual(allOf(6));
			},
		);

		it.each(['SIGKILL', 'Stop'] as const)(
			'where it ended by %s, and the source lists a new deal on top when it is retried',
			async (how) => {
				let deals = numbered(6);
				const source = await startWebServer(() => ({
					status: 200,
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(deals),
				}));
				try {
					const input: Step = {
						name: INPUT,
						type: 'n8n-nodes-base.httpRequest',
						typeVersion: 4.2,
						parameters: { url: source.url, options: {} },
					};
					const workflow = await n8n.importWorkflow(postedInto(`new-${how}`, input, inOrder('item')));
					await n8n.client.publish(workflow);
					sandbox.failNext('silence', { when: isItem(4) });
					await n8n.post(workflow, {});
					await until(() => sandbox.requests.find(isItem(4)));
					const [id = ''] = await n8n.client.executionIds(workflow);
					if (how === 'SIGKILL') await n8n.restart(how, () => undefined);
					else await n8n.client.stop(id);

					const ended = await n8n.client.waitForRun(id);
					expect(ended.status).toBe(how === 'Stop' ? 'canceled' : 'crashed');
					deals = [{ n: 6 }, ...deals];
					const retried = await n8n.client.retry(ended);
					// Of a retry of what was stopped, n8n shows the error of the first execution, however it ends.
					expect(retried.error?.message).toBe(
						how === 'Stop' ? 'The execution was cancelled manually' : undefined,
					);
					expect(retried.node(NODE).items).toHaveLength(7);
					expect(numbers()).toEqual(allOf(7));
				} finally {
					await source.close();
				}
			},
		);

		it('where the first execution is retried after its retry failed', async () => {
			refuseNext(sandbox, isItem(2));
			const first = await run(numbered(6), inOrder('item'));
			refuseNext(sandbox, isItem(4));
			const second = await n8n.client.retry(first);
			expect([first.status, second.status]).toEqual(['error', 'error']);
			expect((await n8n.client.retry(first)).status).toBe('success');
			expect(numbers()).toEqual(allOf(6));
		});

		/** A sub-workflow is a new execution for n8n, each time it is called. */
		it.each([
			['Retry On Fail', RETRY_ON_FAIL],
			['the Retry button', {}],
		])(
			'in a sub-workflow whose caller is run again by %s, with keys of the content',
			async (_how, settings) => {
				const called = await n8n.importWorkflow(calledInto(inOrder('content')));
				await n8n.client.publish(called);
				refuseNext(sandbox, isItem(3));
				const first = await run(numbered(6), callOf(called.id, settings));
				// n8n refuses to retry what was successful.
				const ended = settings === RETRY_ON_FAIL ? first : await n8n.client.retry(first);
				expect(ended.status).toBe('success');
				expect(ended.node(CALL).items).toHaveLength(6);
				expect(numbers()).toEqual(allOf(6));
			},
		);
	});
});

/** Nothing in these requests tells a repetition from a new record. Retry On Fail is tried on each version of n8n. */
it('people, who have no idempotency key, are created once with the Retry button', async () => {
	const names = ['Refused', 'Lost', 'Fine'];
	const isFor = (name: string) => (request: RecordedRequest) => (request.body as IDataObject).name === name;
	refuseNext(sandbox, isFor('Refused'));
	sandbox.failNext('resetAfter', { when: isFor('Lost') });
	const create = audiencePage({ resource: 'person', operation: 'create', name: '={{ $json.name }}' });
	const items = names.map((name) => ({ name }));
	const failed = await n8n.run(await n8n.importWorkflow(itemsInto(items, create)), START);
	expect(failed.status).toBe('error');
	const retried = await n8n.client.retry(failed);
	expect(retried.error?.message).toContain('The request may have succeeded');
	const there = sandbox.store.persons.all().flatMap(({ name }) => (names.includes(name) ? [name] : []));
	expect(there.sort()).toEqual(names.sort());
	expect(sandbox.requests).toHaveLength(4);
});
