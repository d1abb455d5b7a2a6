import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ pages }) => pages,
	noun: 'page',
	whereToCreate: 'create one in Audience Page',
} satisfies EventCase;
