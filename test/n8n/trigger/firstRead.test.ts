/** A first read from Now that takes longer than n8n allows the first poll of a workflow. */
import type { Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import type { RealN8n } from '../harness/RealN8n';
import { untilTrue } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from './PolledWorkflow';

let sandbox: Sandbox;
let n8n: RealN8n;
useN8n((both) => ({ sandbox, n8n } = both));

it('goes on with the next poll, and is saved at its end: nothing is lost over a crash', async () => {
	const { accountId } = sandbox.store.accounts.all()[0]!;
	sandbox.settings.mostPerPage = 1;
	let isHeld = true;
	const held = Promise.withResolvers<void>();
	sandbox.settings.onRequest = async () => {
		if (isHeld && sandbox.requests.length > 1) await held.promise;
	};
	const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId });
	await workflow.publish();
	isHeld = false;
	held.resolve();

	// The end of the read starts an execution without items.
	await untilTrue(async () => (await workflow.batches()).length === 1);
	await n8n.restart('SIGKILL', () => addEntries(sandbox, accountId, 'first'));
	expect(await workflow.entriesOf(1)).toEqual([[], ['first']]);
	await workflow.unpublish();
});
