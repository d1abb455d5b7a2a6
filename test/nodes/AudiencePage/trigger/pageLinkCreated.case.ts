import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ pageLinks }) => pageLinks,
} satisfies EventCase;
