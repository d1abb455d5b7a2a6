import { fieldsToClear } from '../../fields/clear';
import { options, updateFields } from '../../fields/collections';
import { personId } from '../../fields/locators';
import { path } from '../../fields/routing';
import { singleRequest } from '../../transport/request';
import type { Operation } from '../describe';
import { withEmailLookup } from './byEmail';
import { domain, email, linkedinProfileUrl, newName, phoneNumber } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update person',
		description:
			'Update or clear fields of a person, chosen by ID or email. All other fields keep their values.',
		routing: {
			request: { method: 'PATCH', url: path('/v0/persons/{personId}') },
			operations: { pagination: withEmailLookup(singleRequest) },
		},
	},
	fields: [
		personId,
		updateFields(domain, email, linkedinProfileUrl, newName, phoneNumber),
		fieldsToClear(domain, email, linkedinProfileUrl, phoneNumber),
		options(),
	],
};
