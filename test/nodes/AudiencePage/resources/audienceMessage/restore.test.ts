import type { INodeParameters } from 'n8n-workflow';

import { byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import type { WorkflowOptions } from '../../../../support/workflow';

const sandbox = useSandbox({ sizes: { pages: 1, audiences: 2, messages: 4 } });

const aPageId = () => nth(sandbox().store.pages.all()).pageId;
const anAudienceId = () => nth(sandbox().store.audiences.of(aPageId()).all()).audienceId;
/** Of those of the sandbox every second has a snapshot, beginning with the second. */
const aMessageId = (index: number) => nth(sandbox().store.messages.of(anAudienceId()).all(), index).messageId;
const [WITHOUT_SNAPSHOT, WITH_SNAPSHOT, ANOTHER_WITH] = [0, 1, 3] as const;

const restore = async (messageId: INodeParameters | string, options: WorkflowOptions = {}) =>
	await runNode(
		sandbox(),
		{
			resource: 'audienceMessage',
			operation: 'restore',
			pageId: byId(aPageId()),
			audienceId: fromList(anAudienceId()),
			messageId,
		},
		options,
	);

const callFor = (messageId: string) =>
	`POST /v0/pages/${aPageId()}/audiences/${anAudienceId()}/messages/${messageId}/restore`;

const NOT_RESTORED = 'The service did not restore the message';

describe('Audience Message > Restore', () => {
	test('sends an empty JSON object, and gives what the service says', async () => {
		const messageId = aMessageId(WITH_SNAPSHOT);
		const { items, error } = await restore(byId(messageId));

		expect(error).toBeUndefined();
		expect(calls(sandbox())).toEqual([callFor(messageId)]);
		expect(sandbox().requests).toMatchObject([
			{ rawBody: '{}', headers: { 'content-type': 'application/json' }, query: {} },
		]);
		expect(items).toEqual([{ json: { success: true, messageId }, pairedItem: { item: 0 } }]);
	});

	test('several items restore one after the other, in their order', async () => {
		const ids = [aMessageId(ANOTHER_WITH), aMessageId(WITH_SNAPSHOT)];
		sandbox().settings.faults.latencyMs = 20;
		sandbox().mostInFlight = 0;
		const { items } = await restore('={{ $json.id }}', { items: ids.map((id) => ({ id })) });
		sandbox().settings.faults.latencyMs = 0;

		expect(calls(sandbox())).toEqual(ids.map(callFor));
		expect(sandbox().mostInFlight).toBe(1);
		expect(items.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual([
			[ids[0], { item: 0 }],
			[ids[1], { item: 1 }],
		]);
	});

	test('a success that says that nothing was restored is an error', async () => {
		const { error, items } = await restore(byId(aMessageId(WITHOUT_SNAPSHOT)));
		expect(error?.message).toContain(NOT_RESTORED);
		expect(error?.message).toContain('Choose a message that has a snapshot');
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(items).toEqual([]);
	});

	test('with Continue it is an error item, and the others are restored', async () => {
		const rows = [WITHOUT_SNAPSHOT, WITH_SNAPSHOT].map((index) => ({ id: aMessageId(index) }));
		const { items } = await restore('={{ $json.id }}', { items: rows, onError: 'continueRegularOutput' });
		expect(items).toEqual([
			{
				json: { ...rows[0], error: expect.stringContaining(NOT_RESTORED) as string },
				pairedItem: { item: 0 },
			},
			{ json: { success: true, messageId: rows[1]?.id }, pairedItem: { item: 1 } },
		]);
	});

	test('with Continue (using error output) it is there, with the item that it came from', async () => {
		const rows = [WITHOUT_SNAPSHOT, WITH_SNAPSHOT].map((index) => ({ id: aMessageId(index) }));
		const run = await restore('={{ $json.id }}', { items: rows, onError: 'continueErrorOutput' });
		expect(run.json).toEqual([{ success: true, messageId: rows[1]?.id }]);
		expect(run.errorItems).toMatchObject([
			{ json: { ...rows[0], error: expect.stringContaining(NOT_RESTORED) as string } },
		]);
	});

	test('a lost answer is not sent again: the service may have done it', async () => {
		sandbox().failNext('resetAfter');
		const { error } = await restore(byId(aMessageId(WITH_SNAPSHOT)));
		expect(error?.message).toContain('The request may have succeeded');
		expect(calls(sandbox())).toHaveLength(1);
	});
});
