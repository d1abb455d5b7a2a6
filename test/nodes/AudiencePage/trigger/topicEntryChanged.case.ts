import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ topicId }) => ({ topicId }),
	recordsIn: ({ topicEntries }, { topicId }) => topicEntries.of(topicId),
	adds: ['changedFields'],
	compares: ['content', 'sortOrder'],
} satisfies EventCase;
