import type { OperationCase } from '../../../../cases/operationCase';
import { recordOn, runningTextMember, textMember } from '../../properties/structured';

const content = [textMember('type'), runningTextMember('content')];

export default {
	calls: ['updateTopicEntry'],
	needs: ({ topicId, topicEntryId }) => ({
		topicId,
		topicEntryId,
		updateFields: { sortOrder: 3, content: { content: 'Answer', type: 'text' } },
	}),
	ways: () => [
		{
			title: 'with expressions in every field',
			parameters: {
				updateFields: { content: { content: '={{ "Answer" }}', type: 'markdown' }, sortOrder: '={{ 0 }}' },
			},
		},
	],
	itemLinks: [
		{
			parameters: {
				updateFields: { content: { content: '=Answer {{ $json.n }}' }, sortOrder: '={{ $json.n }}' },
			},
		},
	],
	specialFields: [
		{
			paths: ['updateFields.content'],
			field: recordOn('updateFields.content', ['body', 'content'], content),
		},
	],
	marked: (mark) => ({ updateFields: { content: { content: mark, type: 'text' } } }),
} satisfies OperationCase;
