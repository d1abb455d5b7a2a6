import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['updateTopicEntry'],
	needs: ({ topicId, topicEntryId }) => ({
		topicId,
		topicEntryId,
		updateFields: { sortOrder: 3, content: { content: 'Answer', type: 'text' } },
	}),
	itemLinks: [
		{
			parameters: {
				updateFields: {
					content: { content: '=Answer {{ $json.n }}' },
					sortOrder: '={{ $json.n }}',
				},
			},
		},
	],
} satisfies OperationCase;
