import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ assets }) => assets,
	compares: ['trashedAt'],
} satisfies EventCase;
