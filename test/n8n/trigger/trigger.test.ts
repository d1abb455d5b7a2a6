import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import { TRIGGER } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from './PolledWorkflow';

const EVENT = 'accountLogCreated';

const idsOf = (batches: IDataObject[][]): unknown[][] =>
	batches.map((batch) => batch.map(({ accountLogId }) => accountLogId));

describe('the trigger, polled every 2 seconds', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let accountId: string;
	let workflow: PolledWorkflow;
	let tests = 0;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(async () => {
		({ accountId } = sandbox.store.accounts.all()[tests++]!);
		workflow = await PolledWorkflow.import(n8n, { event: EVENT, accountId, startFrom: 'now' });
		await workflow.publish();
	});

	afterEach(async () => await workflow.unpublish());

	const add = (...ids: string[]) => addEntries(sandbox, accountId, ...ids);

	/** Until the first of two more polls is over: it is when the second has begun. */
	async function anotherPoll(): Promise<void> {
		const polls = () =>
			sandbox.requests.filter(({ path }) => path === `/v0/accounts/${accountId}/logs`).length;
		const before = polls();
		await until(() => polls() >= before + 2 || undefined);
	}

	/** Also after another poll. */
	async function expectBatches(...batches: string[][]): Promise<void> {
		await workflow.batchesOf(batches.flat().length);
		await anotherPoll();
		expect(idsOf(await workflow.batches())).toEqual(batches);
	}

	it('goes on where the service is down when n8n starts', async () => {
		await n8n.restart('SIGTERM', () => {
			Object.assign(sandbox.settings.faults, { chances: { unavailable: 1 } });
			add('meanwhile');
		});
		await anotherPoll();
		sandbox.settings.faults.chances = {};
		await expectBatches(['meanwhile']);
	});

	it('keeps what each of several triggers remembers, whichever delivers last before n8n is killed', async () => {
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
		}
		await expectBatches(...expected.map((id) => [id]));
	});

	it('cannot be published with a wrong key, which then stands nowhere in n8n', async () => {
		const apiKey = 'wrong-key-that-stays-secret';
		const fields = { baseUrl: sandbox.url, apiKey };
		const credential = await n8n.client.createCredential(n8n.credential.type, 'Wrong', fields);
		const refused = await PolledWorkflow.import(n8n, { event: EVENT, accountId }, credential);
		await expect(refused.publish()).rejects.toThrow(
			'There was a problem activating the workflow: \\"x-api-key is missing or wrong',
		);
		await refused.unpublish();
		expect(await placesOf(apiKey, n8n)).toEqual([]);
	});

	it('gives later what came while it was not published, and forgets nothing at Fetch Test Event, which shows three', async () => {
		await workflow.unpublish();
		add('meanwhile');
		await workflow.publish();
		await workflow.batchesOf(1);
		add('second');
		const run = await workflow.fetchTestEvent();
		const there = sandbox.store.accountLogs.of(accountId).all();
		const shown = there.filter(({ deletedAt }) => deletedAt === null).slice(0, 3);
		expect(run.node(TRIGGER).items.map(({ json }) => json)).toEqual(shown);
		await expectBatches(['meanwhile'], ['second']);
	});
});
