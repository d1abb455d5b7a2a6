import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ persons }) => persons,
	noun: 'person',
	narrowedBy: 'Filters > Search',
	compares: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'],
} satisfies EventCase;
