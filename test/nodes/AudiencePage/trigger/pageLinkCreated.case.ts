import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ pageLinks }) => pageLinks,
	noun: 'page link',
	narrowedBy: 'Page or Filters > Path',
} satisfies EventCase;
