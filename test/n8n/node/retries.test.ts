import type { IDataObject, INode } from 'n8n-workflow';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { payloadsOf } from '../harness/accountLog';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import {
	audiencePage,
	CALL,
	calledInto,
	callOf,
	itemsInto,
	NODE,
	postedItemsInto,
	RETRY_ON_FAIL,
	START,
} from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';

const COUNT = 6;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n);
const ITEMS = NUMBERS.map((n) => ({ n }));

/** A write that may be sent again by a run that knows nothing of the first. */
interface Way {
	parameters(label: string): INode['parameters'];
	/** The numbers of the items that are there, each as often as it is. */
	numbers(sandbox: Sandbox, label: string): number[];
}

const domainOf = (label: string) => `${label.toLowerCase()}.example`;

const entryWith = (options: IDataObject): Way => ({
	parameters: (label) => ({
		resource: 'accountLog',
		operation: 'create',
		domain: domainOf(label),
		source: 'crm',
		type: 'deal-won',
		payload: '={{ $json }}',
		// One at a time: what comes after a failure is not sent.
		options: { ...options, maxConcurrentRequests: 1 } as INode['parameters'],
	}),
	numbers: (sandbox, label) => payloadsOf(sandbox, domainOf(label)).map(({ n }) => n as number),
});

const nameOf = (label: string, n: number) => `${label} ${n}`;

const WAYS: Record<string, Way> = {
	Item: entryWith({}),
	Content: entryWith({ idempotencyKeyMode: 'content' }),
	Custom: entryWith({ idempotencyKeyMode: 'custom', idempotencyKey: '={{ $workflow.id }}-{{ $json.n }}' }),
	'Create or Update': {
		parameters: (label) => ({
			resource: 'person',
			operation: 'upsert',
			matchOn: 'name',
			matchValue: `=${label} {{ $json.n }}`,
			name: `=${label} {{ $json.n }}`,
			options: { maxConcurrentRequests: 1 },
		}),
		numbers: ({ store }, label) =>
			NUMBERS.flatMap((n) => store.persons.all().filter(({ name }) => name === nameOf(label, n))).map(
				({ name }) => Number(name.split(' ').at(-1)),
			),
	},
};

/**
 * In these cases the new try has nothing of what n8n kept for the node in the first (see docs/BULK-WORK.md): what it
 * writes is told apart by the service, by keys, or looked up before.
 */
describe('written once, though the new try knows nothing of the first', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let tests = 0;

	// n8n waits so many seconds for runs when it is shut down, and then leaves them.
	const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };
	useN8n((both) => ({ sandbox, n8n } = both), {}, { env });

	beforeEach(() => {
		tests += 1;
		sandbox.settings.idempotency = 'first';
	});

	const labelOf = (way: string) => `${way.replaceAll(' ', '-')}-${tests}`;
	const stepOf = (way: string) => audiencePage(WAYS[way]!.parameters(labelOf(way)));
	const numbersOf = (way: string) => WAYS[way]!.numbers(sandbox, labelOf(way)).sort((a, b) => a - b);

	const isCreationOf =
		(way: string, n: number) =>
		({ method, body }: RecordedRequest): boolean => {
			const { domain, payload, name } = (body ?? {}) as {
				domain?: string;
				payload?: IDataObject;
				name?: string;
			};
			const label = labelOf(way);
			const isEntry = domain === domainOf(label) && payload?.n === n;
			return method === 'POST' && (isEntry || name === nameOf(label, n));
		};

	const refuse = (way: string, n: number) => refuseNext(sandbox, isCreationOf(way, n));

	it.each(['SIGKILL', 'SIGTERM'] as const)('where n8n ended by %s, with the Retry button', async (signal) => {
		const workflows = new Map<string, StoredWorkflow>();
		for (const way of Object.keys(WAYS)) {
			const file = postedItemsInto(labelOf(way), stepOf(way));
			const workflow = await n8n.importWorkflow(file);
			await n8n.client.publish(workflow);
			workflows.set(way, workflow);
			// So the run has not ended when n8n does.
			sandbox.failNext('silence', { when: isCreationOf(way, COUNT - 1) });
			await n8n.post(workflow, { items: ITEMS });
		}
		const isHeld = (way: string) => sandbox.requests.some(isCreationOf(way, COUNT - 1));
		await until(() => Object.keys(WAYS).every(isHeld) || undefined);
		await n8n.restart(signal, () => {
			for (const way of Object.keys(WAYS)) expect(numbersOf(way)).toEqual(NUMBERS.slice(0, -1));
		});

		for (const [way, workflow] of workflows) {
			const [id = ''] = await n8n.client.executionIds(workflow);
			const crashed = await n8n.client.waitForRun(id);
			expect(crashed.status).toBe('crashed');
			const retried = await n8n.client.retry(crashed);
			expect(retried.status).toBe('success');
			expect(retried.node(NODE).items).toHaveLength(COUNT);
			expect(numbersOf(way)).toEqual(NUMBERS);
		}
	});

	it.each(Object.keys(WAYS))(
		'where the first execution is retried after its retry failed: %s',
		async (way) => {
			const workflow = await n8n.importWorkflow(itemsInto(ITEMS, stepOf(way)));
			refuse(way, 2);
			const first = await n8n.run(workflow, START);
			refuse(way, 4);
			const second = await n8n.client.retry(first);
			expect([first.status, second.status]).toEqual(['error', 'error']);
			const third = await n8n.client.retry(first);
			expect(third.status).toBe('success');
			expect(numbersOf(way)).toEqual(NUMBERS);
		},
	);

	/** A sub-workflow is a new execution for n8n, each time it is called. */
	describe.each(Object.keys(WAYS).filter((way) => way !== 'Item'))('in a sub-workflow, %s', (way) => {
		it.each([
			['Retry On Fail', RETRY_ON_FAIL],
			['the Retry button', {}],
		])('whose caller is run again by %s', async (_, settings) => {
			const called = await n8n.importWorkflow(calledInto(stepOf(way)));
			await n8n.client.publish(called);
			const caller = await n8n.importWorkflow(itemsInto(ITEMS, callOf(called.id, settings)));
			refuse(way, 3);
			const first = await n8n.run(caller, START);
			// n8n refuses to retry what was successful.
			const run = settings === RETRY_ON_FAIL ? first : await n8n.client.retry(first);
			expect(run.status).toBe('success');
			expect(run.node(CALL).items).toHaveLength(COUNT);
			expect(numbersOf(way)).toEqual(NUMBERS);
		});
	});
});
