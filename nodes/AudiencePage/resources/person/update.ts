import { updateFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { personId } from '../../fields/ids';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { pathExpression } from '../../fields/routing';
import { fieldsToClear, refuseEmptyUpdate } from '../../fields/update';
import { singleRequest } from '../../transport/request';
import { byPath, type Operation } from '../operation';
import { withEmailLookup } from './searchPeople';
import { mapColumns } from './columns';
import { clearableDetails, details, invalidValues, newName, PERSON } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update person',
		description:
			'Update or clear fields of a person, chosen by ID or email. All other fields keep their values.',
		routing: {
			request: { method: 'PATCH', url: pathExpression('/v0/persons/{personId}') },
			operations: { pagination: withEmailLookup(singleRequest) },
		},
	},
	fields: [
		personId,
		...dataToSend(mapColumns('known')),
		{ ...updateFields(newName, ...details), displayOptions: ifDefined },
		fieldsToClear(...clearableDetails),
	],
	options: [invalidValues, phoneCountryCode],
	record: PERSON,
	afterFields: [refuseEmptyUpdate({ canClear: true })],
	orderingKeys: byPath,
};
