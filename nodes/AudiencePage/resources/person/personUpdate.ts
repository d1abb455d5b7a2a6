import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { chosenOption, type ChoiceField } from '../../fields/choice';
import { isEmpty } from '../../shared/values';
import type { RequestData } from '../../transport/request';
import { differences, type Person } from './matching';
import { personPathSegment } from './personLookup';

/** Which fields of an existing person an update may change. */
export type Overwrite = 'always' | 'onlyEmpty';

export const overwrite: ChoiceField<Overwrite> = {
	displayName: 'Overwrite',
	name: 'overwrite',
	type: 'options',
	default: 'always',
	description: 'Which fields of an existing person may change',
	options: [
		{ name: 'Always', value: 'always', description: 'Set every field that has another value here' },
		{
			name: 'Only Empty Fields',
			value: 'onlyEmpty',
			description: 'Fill what is empty. What the person has stays.',
		},
	],
};

/** @throws NodeOperationError if the option is none of those in the list */
export const overwriteOf = (
	context: Pick<IExecutePaginationFunctions, 'getNode' | 'getItemIndex' | 'getNodeParameter'>,
): Overwrite => chosenOption(context, overwrite, `options.${overwrite.name}`);

/** A person, and what was done about them. */
export interface Upserted {
	person: Person;
	outcome: 'created' | 'updated' | 'unchanged';
	/** What an update has sent. */
	sent?: IDataObject;
}

/** Sends the request of an item, changed by `options`. */
export async function sendPerson(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	options: Partial<RequestData['options']> = {},
): Promise<Person> {
	const [response] = await context.makeRoutingRequest({
		...requestData,
		options: { ...requestData.options, ...options },
	});
	return (response?.json ?? {}) as Person;
}

/**
 * What an update sends to give a person the wanted fields, as far as they may be overwritten.
 *
 * @param person as they were found
 * @param asWrittenBefore the same person by another run, if it has written them: which of the two is newer is not known
 */
export function changesTo(
	wanted: IDataObject,
	mayOverwrite: Overwrite,
	person: Person,
	asWrittenBefore = person,
): IDataObject {
	const changes = { ...differences(asWrittenBefore, wanted), ...differences(person, wanted) };
	if (mayOverwrite === 'always') return changes;
	// A field of an update whose answer was lost is there, but undefined: it may have a value.
	const isFree = (field: string) =>
		[person, asWrittenBefore].every(
			(one) => isEmpty(one[field]) && !(Object.hasOwn(one, field) && one[field] === undefined),
		);
	return Object.fromEntries(Object.entries(changes).filter(([field]) => isFree(field)));
}

/**
 * Sends the fields that an update is to change; no request if there are none.
 *
 * @param person as they were found
 * @param changes see `changesTo`
 */
export async function updatePerson(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	person: Person,
	changes: IDataObject,
): Promise<Upserted> {
	if (Object.keys(changes).length === 0) return { person, outcome: 'unchanged' };

	const url = `/v0/persons/${personPathSegment(context, person)}`;
	const response = await sendPerson(context, requestData, { method: 'PATCH', url, body: changes });
	// The person's ID stays, even if the response lacks it.
	const { personId } = person;
	return { person: { ...person, ...changes, ...response, personId }, outcome: 'updated', sent: changes };
}
