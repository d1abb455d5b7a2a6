import { additionalFields } from '../../fields/collections';
import { unordered, type Operation } from '../operation';
import { PERSON } from '../records';
import { domain, email, linkedinProfileUrl, name, phoneNumber } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create person',
		description: 'Create a person. Only the name is required.',
		routing: { request: { method: 'POST', url: '/v0/persons' } },
	},
	fields: [name, additionalFields(domain, email, linkedinProfileUrl, phoneNumber)],
	record: PERSON,
	orderingKeys: unordered,
};
