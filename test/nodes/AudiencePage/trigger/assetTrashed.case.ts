import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ assets }) => assets,
	noun: 'asset in the trash',
	whereToCreate: 'move one to the trash in Audience Page',
	narrowedBy: 'Filters > Asset Type or Search',
	compares: ['trashedAt'],
} satisfies EventCase;
