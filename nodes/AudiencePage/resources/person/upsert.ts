import { additionalFields } from '../../fields/collections';
import type { Operation } from '../describe';
import { upsertPerson } from './createOrUpdate';
import { domain, email, linkedinProfileUrl, name, phoneNumber } from './fields';
import { matchOn, matchValue, optionsOfUpsert } from './matchFields';

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update person',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: {
			request: { method: 'POST', url: '/v0/persons' },
			operations: { pagination: upsertPerson },
		},
	},
	fields: [
		matchOn,
		matchValue,
		{ ...name, displayOptions: { hide: { matchOn: ['name'] } } },
		additionalFields(domain, email, linkedinProfileUrl, phoneNumber),
		optionsOfUpsert,
	],
};
