import type { Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import { CREDENTIAL_TYPE, type RealN8n } from '../harness/RealN8n';
import { untilTrue } from '../harness/until';
import { placesOf, useN8n } from '../harness/useN8n';
import { PolledWorkflow } from './PolledWorkflow';

describe('the trigger, polled every 2 seconds', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let accountId: string;
	let workflow: PolledWorkflow;
	let tests = 0;

	useN8n((both) => ({ sandbox, n8n } = both));

	const importFor = async (credential = n8n.credential) =>
		await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId, startFrom: 'now' }, credential);

	beforeEach(async () => {
		({ accountId } = sandbox.store.accounts.all()[tests++]!);
		workflow = await importFor();
		await workflow.publish();
	});

	afterEach(async () => await workflow.unpublish());

	/** Until the first of two more polls is over: it is when the second has begun. */
	async function anotherPoll(): Promise<void> {
		const path = `/v0/accounts/${accountId}/logs`;
		const polls = () => sandbox.requests.filter((one) => one.path === path).length;
		const before = polls();
		await untilTrue(() => polls() >= before + 2);
	}

	/** Also after another poll. */
	async function expectBatches(...batches: string[][]): Promise<void> {
		await workflow.entriesOf(batches.flat().length);
		await anotherPoll();
		expect(await workflow.entriesOf(0)).toEqual(batches);
	}

	it('goes on where the service is down when n8n starts', async () => {
		await n8n.restart('SIGTERM', () => {
			sandbox.settings.faults.chances = { unavailable: 1 };
			addEntries(sandbox, accountId, 'meanwhile');
		});
		await anotherPoll();
		sandbox.settings.faults.chances = {};
		await expectBatches(['meanwhile']);
	});

	it('keeps what each of several triggers remembers, whichever delivers last before n8n is killed', async () => {
		const [second, third] = sandbox.store.accounts.all().slice(-2);
		const expected: string[] = [];
		const add = (to: string) => {
			expected.push(`entry ${expected.length}`);
			addEntries(sandbox, to, expected.at(-1)!);
		};
		for (const [added, first, last] of [
			[second!.accountId, accountId, second!.accountId],
			[third!.accountId, third!.accountId, accountId],
		] as const) {
			await workflow.addTrigger(added, { accountId: added });
			for (const to of [first, last]) {
				add(to);
				await workflow.entriesOf(expected.length);
			}
			await n8n.restart('SIGKILL', () => add(first));
			await workflow.entriesOf(expected.length);
		}
		await expectBatches(...expected.map((id) => [id]));
	});

	it('cannot be published with a wrong key, which then stands nowhere in n8n', async () => {
		const fields = { baseUrl: sandbox.url, apiKey: 'wrong-key-that-stays-secret' };
		const refused = await importFor(await n8n.client.createCredential(CREDENTIAL_TYPE, 'Wrong', fields));
		await expect(refused.publish()).rejects.toThrow(
			'There was a problem activating the workflow: \\"x-api-key is missing or wrong',
		);
		await refused.unpublish();
		expect(await placesOf(fields.apiKey, n8n)).toEqual([]);
	});

	it('gives later what came while it was not published, and forgets nothing at Fetch Test Event, which shows three', async () => {
		await workflow.unpublish();
		addEntries(sandbox, accountId, 'meanwhile');
		await workflow.publish();
		await workflow.entriesOf(1);
		addEntries(sandbox, accountId, 'second');
		const there = sandbox.store.accountLogs.of(accountId).all();
		const shown = there.filter(({ deletedAt }) => deletedAt === null).slice(0, 3);
		expect(await workflow.fetchTestEvent()).toEqual(shown);
		await expectBatches(['meanwhile'], ['second']);
	});
});
