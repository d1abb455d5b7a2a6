import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: () => ({}),
	recordsIn: ({ persons }) => persons,
	adds: ['changedFields'],
	compares: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'],
} satisfies EventCase;
