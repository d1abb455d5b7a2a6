import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['listTopicEntries'],
	needs: ({ topicId }) => ({ topicId }),
} satisfies OperationCase;
