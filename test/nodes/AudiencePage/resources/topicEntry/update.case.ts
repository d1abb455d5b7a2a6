import type { OperationCase } from '../../../../cases/operationCase';
import { structuredField } from '../../properties/structured';

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
	specialFields: [structuredField('updateFields.content')],
	marked: (mark) => ({ updateFields: { content: { content: mark, type: 'text' } } }),
} satisfies OperationCase;
