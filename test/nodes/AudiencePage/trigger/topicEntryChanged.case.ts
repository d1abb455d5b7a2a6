import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ topicId }) => ({ topicId }),
	recordsIn: ({ topicEntries }, { topicId }) => topicEntries.of(topicId),
	noun: 'entry of this topic',
	compares: ['content', 'sortOrder'],
} satisfies EventCase;
