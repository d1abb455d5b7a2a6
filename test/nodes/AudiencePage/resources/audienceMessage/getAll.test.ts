import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 2, messages: 4 } });

const aPage = () => nth(sandbox().store.pages.all());
const anAudience = (index = 0) => nth(sandbox().store.audiences.of(aPage().pageId).all(), index);
const anAudienceId = (index = 0) => anAudience(index).audienceId;
const messagesOf = (audienceId: string) => sandbox().store.messages.of(audienceId).all();

const chosen = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'audienceMessage',
	operation: 'getAll',
	pageId: byId(aPage().pageId),
	audienceId: byId(anAudienceId()),
	...parameters,
});

const getAll = async (parameters?: INodeParameters) => await runNode(sandbox(), chosen(parameters));

const answered = async (answer: Answer, parameters: INodeParameters) =>
	await withAnswers([answer], async (service) => await runNode(service, chosen(parameters)));

describe('Audience Message > Get Many', () => {
	test('gives one item a message, as the service has it', async () => {
		const { items } = await getAll();
		expect(calls(sandbox())).toEqual([
			`GET /v0/pages/${aPage().pageId}/audiences/${anAudienceId()}/messages`,
		]);
		expect(queries(sandbox())).toEqual([undefined]);
		expect(items).toEqual(messagesOf(anAudienceId()).map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items).toHaveLength(4);
	});

	test('gives the conversation as one flat item of ten fields', async () => {
		const { items } = await getAll({ output: 'conversation' });
		const messages = messagesOf(anAudienceId());
		expect(items).toEqual([
			{
				json: {
					conversationId: anAudienceId().replace('audience', 'conversation'),
					audienceId: anAudienceId(),
					pageId: aPage().pageId,
					publishedMessageId: messages.at(-1)?.messageId,
					messagesCount: 4,
					pendingChangesCount: 1,
					currentSupplementaryContext: anAudience().supplementaryContext,
					currentMetaTitle: `${aPage().name}, made for you`,
					currentMetaDescription: aPage().metadata?.description,
					updatedAt: `+${messages.at(-1)?.timestamp}`,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('gives the whole answer with Simplify off', async () => {
		const body = { conversation: { conversationId: 'c1' }, messages: [], context: {}, newField: [1] };
		const { json } = await answered({ body }, { output: 'conversation', simplify: false });
		expect(json).toEqual([body]);
	});

	test('what the service leaves out of a conversation is null', async () => {
		const { json } = await answered({ body: { messages: [{}] } }, { output: 'conversation' });
		expect(json).toEqual([
			{
				conversationId: null,
				audienceId: null,
				pageId: null,
				publishedMessageId: null,
				messagesCount: 1,
				pendingChangesCount: null,
				currentSupplementaryContext: null,
				currentMetaTitle: null,
				currentMetaDescription: null,
				updatedAt: null,
			},
		]);
	});

	test('several items: each reads its own conversation', async () => {
		const ids = [anAudienceId(1), anAudienceId(0)];
		const { items } = await runNode(sandbox(), chosen({ audienceId: byId('={{ $json.id }}') }), {
			items: ids.map((id) => ({ id })),
		});
		expect(items.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual(
			ids.flatMap((id, item) => messagesOf(id).map(({ messageId }) => [messageId, { item }])),
		);
	});

	test('a conversation without messages gives no item, and a hint', async () => {
		const { items, hints, error } = await answered({ body: { messages: [] } }, {});
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints).toEqual([expect.stringContaining('Nothing found')]);
	});

	test.each([{}, { messages: null }, { messages: 'none' }, ''])(
		'an answer without messages is an error: %j',
		async (body) => {
			const { error } = await answered({ body }, {});
			expect(error?.message).toBe('The service did not return a list of messages');
		},
	);

	test('an output that does not exist is refused', async () => {
		const { error } = await getAll({ output: '={{ "all" }}' });
		expect(error?.message).toContain('Output must be messages or conversation');
	});
});
