import type { Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import { CREDENTIAL_TYPE, type RealN8n } from '../harness/RealN8n';
import { placesOf, useN8n } from '../harness/useN8n';
import { PolledWorkflow } from './PolledWorkflow';

describe('the trigger, polled every 2 seconds', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	const importFor = async (credential = n8n.credential) => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const parameters = { event: 'accountLogCreated', accountId, startFrom: 'now' };
		return { accountId, workflow: await PolledWorkflow.import(n8n, parameters, credential) };
	};

	it('cannot be published with a wrong key, which then stands nowhere in n8n', async () => {
		const fields = { baseUrl: sandbox.url, apiKey: 'wrong-key-that-stays-secret' };
		const credential = await n8n.client.createCredential(CREDENTIAL_TYPE, 'Wrong', fields);
		const { workflow } = await importFor(credential);
		await expect(workflow.publish()).rejects.toThrow(
			'There was a problem activating the workflow: \\"x-api-key is missing or wrong',
		);
		await workflow.unpublish();
		expect(await placesOf(fields.apiKey, n8n)).toEqual([]);
	});

	it('gives later what came while it was not published, and forgets nothing at Fetch Test Event, which shows three', async () => {
		const { accountId, workflow } = await importFor();
		await workflow.publish();
		await workflow.unpublish();
		addEntries(sandbox, accountId, 'meanwhile');
		await workflow.publish();
		await workflow.entriesOf(1);
		addEntries(sandbox, accountId, 'second');
		const there = sandbox.store.accountLogs.of(accountId).all();
		const shown = there.filter(({ deletedAt }) => deletedAt === null).slice(0, 3);
		expect(await workflow.fetchTestEvent()).toEqual(shown);
		expect(await workflow.entriesOf(2)).toEqual([['meanwhile'], ['second']]);
		await workflow.unpublish();
	});
});
