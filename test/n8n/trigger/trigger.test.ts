import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { PolledWorkflow } from './PolledWorkflow';
import { addEntries } from '../harness/accountLog';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import { TRIGGER } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';

const idsOf = (batches: IDataObject[][]): unknown[][] =>
	batches.map((batch) => batch.map(({ accountLogId }) => accountLogId));

describe('the trigger, polled every 2 seconds', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	/** Each test has an account of its own. */
	let accountId: string;
	let workflows: PolledWorkflow[];

	useN8n((both) => ({ sandbox, n8n } = both));

	let tests = 0;
	beforeEach(() => {
		const accountIds = sandbox.store.accounts.all().map((account) => account.accountId);
		accountId = accountIds[tests++]!;
		workflows = [];
	});

	afterEach(async () => {
		sandbox.settings.faults.chances = {};
		sandbox.settings.faults.latencyMs = 0;
		for (const workflow of workflows) await workflow.unpublish();
	});

	async function watch(parameters: INode['parameters'] = {}): Promise<PolledWorkflow> {
		const watched = { event: 'accountLogCreated', accountId, startFrom: 'now', options: {} };
		const workflow = await PolledWorkflow.import(n8n, { ...watched, ...parameters });
		workflows.push(workflow);
		await workflow.publish();
		return workflow;
	}

	const add = (...ids: string[]) => addEntries(sandbox, accountId, ...ids);

	function takeDown(): void {
		const errorBody = { message: 'Down for maintenance' };
		Object.assign(sandbox.settings.faults, { chances: { unavailable: 1 }, errorBody });
	}

	/** Until the first of two more polls is over: it is when the second has begun. */
	async function anotherPoll(): Promise<void> {
		const polls = () =>
			sandbox.requests.filter(({ path }) => path === `/v0/accounts/${accountId}/logs`).length;
		const before = polls();
		await until(() => polls() >= before + 2 || undefined);
	}

	it('gives later what came while the workflow was not published', async () => {
		const workflow = await watch();
		await workflow.unpublish();
		add('meanwhile');
		await workflow.publish();
		await workflow.batchesOf(1);
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual([['meanwhile']]);
	});

	it('polls once at a time, where the service takes 5 seconds to answer', async () => {
		const workflow = await watch();
		sandbox.mostInFlight = 0;
		sandbox.settings.faults.latencyMs = 5000;
		add('first');
		await workflow.batchesOf(1);
		add('second');
		await workflow.batchesOf(2);
		sandbox.settings.faults.latencyMs = 0;
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual([['first'], ['second']]);
		expect(sandbox.mostInFlight).toBe(1);
	});

	it('goes on after six polls without the service, and has told of them', async () => {
		const workflow = await watch();
		takeDown();
		add('first');
		await workflow.failures(3);
		add('second');
		const failures = await workflow.failures(6);
		expect(await workflow.isPublished()).toBe(true);
		expect(await workflow.batches()).toEqual([]);
		expect(new Set(failures.map(({ message }) => message))).toEqual(
			new Set(['Down for maintenance. Try again later']),
		);

		sandbox.settings.faults.chances = {};
		await workflow.batchesOf(2);
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual([['first', 'second']]);
	});

	it('goes on where the service is down when n8n is started', async () => {
		const workflow = await watch();
		await n8n.restart('SIGTERM', () => {
			takeDown();
			add('meanwhile');
		});
		await workflow.failures(2);
		sandbox.settings.faults.chances = {};
		await workflow.batchesOf(1);
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual([['meanwhile']]);
	});

	it('keeps what each of several triggers remembers that were added one after the other, whichever delivers last before n8n is killed', async () => {
		const workflow = await watch();
		const [second, third] = sandbox.store.accounts.all().slice(-2);
		const expected: string[] = [];
		const deliver = async (to: string, id: string) => {
			addEntries(sandbox, to, id);
			expected.push(id);
			await workflow.batchesOf(expected.length);
		};
		for (const [added, first, last] of [
			[second!.accountId, accountId, second!.accountId],
			[third!.accountId, third!.accountId, accountId],
		] as const) {
			await workflow.addTrigger(added, { accountId: added });
			await deliver(first, `${expected.length} of the first`);
			await deliver(last, `${expected.length} of the last`);
			const meanwhile = `${expected.length} meanwhile`;
			await n8n.restart('SIGKILL', () => addEntries(sandbox, first, meanwhile));
			expected.push(meanwhile);
			await workflow.batchesOf(expected.length);
			await anotherPoll();
		}
		expect(idsOf(await workflow.batches())).toEqual(expected.map((id) => [id]));
	});

	it('cannot be published with a wrong key, which then stands nowhere in n8n', async () => {
		const apiKey = 'wrong-key-that-stays-secret';
		const fields = { baseUrl: sandbox.url, apiKey };
		const credential = await n8n.client.createCredential(n8n.credential.type, 'Wrong', fields);
		const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId }, credential);
		workflows.push(workflow);
		await expect(workflow.publish()).rejects.toThrow(
			'There was a problem activating the workflow: \\"x-api-key is missing or wrong',
		);
		expect(await placesOf(apiKey, n8n)).toEqual([]);
	});

	it('shows three records at Fetch Test Event, and forgets nothing of what it watches', async () => {
		const workflow = await watch();
		add('first');
		await workflow.batchesOf(1);
		add('second');
		const run = await workflow.fetchTestEvent();
		const there = sandbox.store.accountLogs.of(accountId).all();
		const shown = there.filter(({ deletedAt }) => deletedAt === null).slice(0, 3);
		expect(run.node(TRIGGER).items.map(({ json }) => json)).toEqual(shown);

		await workflow.batchesOf(2);
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual([['first'], ['second']]);
	});
});
