import { additionalFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { unordered, type Operation } from '../operation';
import { mapColumns } from './columns';
import { details, invalidValues, name, PERSON } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create person',
		description: 'Create a person. Only the name is required.',
		routing: { request: { method: 'POST', url: '/v0/persons' } },
	},
	fields: [
		...dataToSend(mapColumns('new')),
		{ ...name, displayOptions: ifDefined },
		{ ...additionalFields(...details), displayOptions: ifDefined },
	],
	options: [invalidValues, phoneCountryCode],
	record: PERSON,
	orderingKeys: unordered,
};
