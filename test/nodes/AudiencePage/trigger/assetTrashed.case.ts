import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ assets }) => assets,
	noun: 'asset in the trash',
	narrowedBy: 'Filters > Asset Type or Search',
	compares: ['trashedAt'],
} satisfies EventCase;
