import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ topicId }) => ({ topicId }),
	recordsIn: ({ topicEntries }, { topicId }) => topicEntries.of(topicId),
	noun: 'entry of this topic',
	whereToCreate: 'add one in Audience Page',
	adds: ['changedFields'],
	compares: ['content', 'sortOrder'],
} satisfies EventCase;
