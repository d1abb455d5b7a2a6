import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ persons }) => persons,
	noun: 'person',
	whereToCreate: 'create one with Person > Create',
	narrowedBy: 'Filters > Search',
	adds: ['changedFields'],
	compares: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'],
} satisfies EventCase;
