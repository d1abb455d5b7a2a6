import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ pageLinks }) => pageLinks,
	noun: 'page link',
	whereToCreate: 'create one in Audience Page',
	narrowedBy: 'Page or Filters > Path',
} satisfies EventCase;
