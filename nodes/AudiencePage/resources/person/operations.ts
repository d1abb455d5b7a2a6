import type { PreSendAction } from 'n8n-workflow';

import { RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { additionalFields, filters, query, updateFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { personId } from '../../fields/ids';
import { listFields, listRouting, paginated } from '../../fields/list';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { requestRouting } from '../../fields/routing';
import { fieldsToClear, refuseEmptyUpdate } from '../../fields/update';
import { singleRequest, type RequestFlow } from '../../transport/request';
import { byPath, describeResource, unordered, type Operation } from '../operation';
import { mapColumns } from './columns';
import { details, invalidValues, matchOn, name, newName, PERSON } from './fields';
import { findPeople, onlyPerson, PERSON_SEARCH, withEmailLookup } from './findPeople';
import { checkedMatch, findBy, matchValue } from './matchFields';
import { upsertPerson } from './upsert';

const createPerson: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create person',
		description: 'Create a person. Only the name is required.',
		routing: requestRouting('POST', '/v0/persons'),
	},
	fields: [
		...dataToSend(mapColumns(() => ({ name: 'name', why: 'a new person needs a name' }))),
		{ ...name, displayOptions: ifDefined },
		{ ...additionalFields(...details), displayOptions: ifDefined },
	],
	options: [invalidValues, phoneCountryCode],
	record: PERSON,
	orderingKeys: unordered,
};

const ifNotFound: Setting<ChoiceField<'error' | 'emptyItem' | 'noItem'>> = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	noDataExpression: true,
	default: 'error',
	description: 'What to do if nobody matches',
	options: [
		{
			name: 'Fail',
			value: 'error',
			description: 'The item fails, as On Error in the settings says',
		},
		{
			name: 'Return an Empty Item',
			value: 'emptyItem',
			description: 'One output per input, without fields',
		},
		{ name: 'Return Nothing', value: 'noItem', description: 'No output for this input' },
	],
};

/**
 * @throws NodeOperationError if several people match, or nobody does and the options do not allow
 * that
 */
const findPerson: RequestFlow = async function (requestData) {
	const match = checkedMatch(this);
	const otherwise = chosenOption(this, ifNotFound, `options.${ifNotFound.name}`);
	const { people } = await findPeople(this, requestData, match);
	const person = onlyPerson(this, people, match);
	if (person !== undefined) return [{ json: { ...person } }];
	if (otherwise === 'emptyItem') return [{ json: {} }];
	if (otherwise === 'noItem') return [];
	const { label, value } = match;
	throw fieldError(this, label, 'matches nobody. Check the value', { value, nothingWas: 'done' });
};

const getPerson: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get person',
		description: 'Find a person by email, name, phone number or LinkedIn profile URL',
		routing: listRouting(PERSON_SEARCH, findPerson),
	},
	fields: [matchOn, { ...matchValue, description: 'Value to look for' }],
	options: [findBy, ifNotFound, phoneCountryCode],
	record: PERSON,
};

const getPeople: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many people',
		description: 'Get many people. You can filter them with a search text.',
		routing: listRouting(PERSON_SEARCH, paginated(PERSON)),
	},
	fields: [...listFields, filters(query)],
	record: PERSON,
};

const refuseEmpty: PreSendAction = async function (request) {
	const unsent = Object.values(RunScope.of(this).leftOut.get(this.getItemIndex()) ?? {});
	return await refuseEmptyUpdate({ canClear: true, unsent }).call(this, request);
};

const updatePerson: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update person',
		description:
			'Update or clear fields of a person, by ID or email. All other fields keep their values.',
		routing: requestRouting('PATCH', '/v0/persons/{personId}', withEmailLookup(singleRequest)),
	},
	fields: [
		personId,
		...dataToSend(mapColumns(() => undefined)),
		{ ...updateFields(newName, ...details), displayOptions: ifDefined },
		fieldsToClear(...details),
	],
	options: [invalidValues, phoneCountryCode],
	record: PERSON,
	afterFields: [refuseEmpty],
	orderingKeys: byPath,
};

export const personResource = describeResource(
	'person',
	'Person',
	'A person, also called contact or lead: create, find, update or upsert people',
	[createPerson, upsertPerson, getPerson, getPeople, updatePerson],
);
