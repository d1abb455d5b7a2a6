import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecutePaginationFunctions,
} from 'n8n-workflow';

import type { ChoiceField } from '../../fields/choice';
import { bodyOf } from '../../fields/routing';
import { isEmpty } from '../../shared/values';
import { UnknownOutcomeError } from '../../transport/errors';
import type { RequestData } from '../../transport/request';
import { PERSON } from './fields';
import { waitUnlessCanceled } from '../sharedRead';
import { differences, type Person } from './matching';
import { personPathSegment } from './searchPeople';

export const overwrite: ChoiceField<'always' | 'onlyEmpty'> = {
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

export interface Upserted {
	person: Person;
	outcome: 'created' | 'updated' | 'unchanged';
	/** What an update has sent. */
	sent?: IDataObject;
}

async function sendPerson(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	changed: Partial<RequestData['options']> = {},
): Promise<Person> {
	const options = { ...requestData.options, ...changed };
	const [response] = await context.makeRoutingRequest({ ...requestData, options });
	return (response?.json ?? {}) as Person;
}

/**
 * What an update sends: what differs from any version of the person (as found, and as they may be too: which of them is
 * newer is not known), or only what is empty in all of them: nothing that the service does not show.
 */
export function changesTo(wanted: IDataObject, versions: Person[], isOnlyEmpty: boolean): IDataObject {
	const changes = Object.assign({}, ...versions.map((person) => differences(person, wanted))) as IDataObject;
	const isFree = (field: string) =>
		PERSON.fields.includes(field) && versions.every((person) => isEmpty(person[field]));
	return Object.fromEntries(Object.entries(changes).filter(([field]) => !isOnlyEmpty || isFree(field)));
}

/** Sends nothing if there are no changes. */
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

/** Milliseconds to wait before each search for a person who may have been created: at first, a search may miss them. */
const SEARCH_DELAYS = [0, 1000, 2000];

/**
 * Creates a person. If the response is lost, or the service says that they exist, they are searched for again, and
 * whoever is found is updated; only if nobody is found is that an error.
 */
export async function createPerson(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	findAgain: () => Promise<Person | undefined>,
	update: (person: Person) => Promise<Upserted>,
): Promise<Upserted> {
	const wanted = bodyOf(requestData.options);
	const created = await sendPerson(context, requestData).catch((error: Error) => error);
	if (!(created instanceof Error)) return { person: { ...wanted, ...created }, outcome: 'created' };

	const isUnknown = created instanceof UnknownOutcomeError;
	const isThere = created instanceof NodeApiError && created.httpCode === '409';
	for (const milliseconds of isUnknown || isThere ? SEARCH_DELAYS : []) {
		await waitUnlessCanceled(context, milliseconds);
		const person = await findAgain().catch((error: Error) => {
			throw error instanceof NodeOperationError ? error : created;
		});
		if (person === undefined) continue;
		const upserted = await update(person);
		const isAsWanted = Object.keys(differences(person, wanted)).length === 0;
		return isUnknown && isAsWanted ? { ...upserted, outcome: 'created' } : upserted;
	}
	throw created;
}
