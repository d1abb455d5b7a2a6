import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ persons }) => persons,
	noun: 'person',
	narrowedBy: 'Filters > Search',
} satisfies EventCase;
