import { addEntries } from '../harness/accountLog';
import { PolledWorkflow } from '../harness/PolledWorkflow';
import { untilTrue } from '../harness/until';
import type { Stage } from '../harness/useN8n';

export function testTrigger(stage: Stage): void {
	it('starts a workflow once for each record, over a crash of n8n too', async () => {
		const { n8n, sandbox } = stage;
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId });
		await workflow.publish();
		addEntries(sandbox, accountId, 'first', 'second');
		await workflow.entriesOf(2);
		await n8n.crash(() => addEntries(sandbox, accountId, 'third'));
		await workflow.entriesOf(3);

		const before = sandbox.requests.length;
		await untilTrue(() => sandbox.requests.length >= before + 2);
		expect(await workflow.entriesOf(3)).toEqual([['first', 'second'], ['third']]);
		expect(await workflow.fetchTestEvent()).toHaveLength(3);
		await workflow.unpublish();
	});
}
