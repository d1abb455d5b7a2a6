import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ pages }) => pages,
	noun: 'page',
} satisfies EventCase;
