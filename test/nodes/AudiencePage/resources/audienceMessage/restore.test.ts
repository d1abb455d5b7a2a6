import { byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 1, audiences: 2, messages: 4 } });

/** Of the messages of the sandbox every second has a snapshot, beginning with the second. */
test('A success that says that nothing was restored is the error of its item', async () => {
	const { pages, audiences, messages } = sandbox().store;
	const { pageId } = nth(pages.all());
	const { audienceId } = nth(audiences.of(pageId).all());
	const rows = messages
		.of(audienceId)
		.all()
		.slice(0, 2)
		.map(({ messageId }) => ({ messageId }));
	const run = await runNode(
		sandbox(),
		{
			...{ resource: 'audienceMessage', operation: 'restore' },
			...{ pageId: byId(pageId), audienceId: fromList(audienceId), messageId: '={{ $json.messageId }}' },
		},
		{ items: rows, onError: 'continueErrorOutput' },
	);
	expect(run.json).toEqual([{ success: true, messageId: rows[1]?.messageId }]);
	const words = /The service did not restore the message.*Choose a message that has a snapshot/s;
	expect(run.errorItems).toMatchObject([
		{ json: { ...rows[0], error: expect.stringMatching(words) as string }, pairedItem: { item: 0 } },
	]);
});
