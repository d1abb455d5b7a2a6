import { runnableNamed } from '../../../../support/everyOperation';
import { runNode } from '../../../../support/runNode';
import { withAnswers } from '../../../../support/services';

test('A success that says that nothing was restored is the error of its item', async () => {
	const { parameters } = runnableNamed('audienceMessage.restore');
	const answers = [false, true].map((success) => ({ body: { success, messageId: 'm1' } }));
	await withAnswers(answers, async (service) => {
		const run = await runNode(service, parameters, { items: [{}, {}], onError: 'continueErrorOutput' });
		expect(run.json).toEqual([{ success: true, messageId: 'm1' }]);
		const words = /The service did not restore the message.*Choose a message that has a snapshot/s;
		expect(run.errorItems).toMatchObject([{ json: { error: expect.stringMatching(words) as string } }]);
	});
});
