import { isResourceLocatorValue, type IDataObject } from 'n8n-workflow';

import { fieldError } from '../../fields/fieldError';
import { personId } from '../../fields/ids';
import { normalizeEmail, toPathSegment } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import { apiError } from '../../transport/errors';
import { readList } from '../../transport/pagination';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';
import { exactMatches, type Match, type Person } from './matching';

type Context = ThisParameterType<RequestFlow>;

/** Where people are listed, or searched for (service interface, section 4.8). */
export const PERSON_SEARCH = '/v0/persons/search';

/**
 * Of a list that changes meanwhile, each person is given once, as read last. `totalCount`: of the
 * first page, or 0.
 */
export async function readSearch(
	context: Context,
	requestData: RequestData,
	qs: IDataObject,
): Promise<{ people: Person[]; totalCount: number }> {
	const data = withOptions(requestData, { method: 'GET', url: PERSON_SEARCH, qs, body: undefined });
	const { records, initialTotalCount } = await readList(context, data, { idField: 'personId' });
	return { people: records as Person[], totalCount: initialTotalCount };
}

/**
 * The people who match, by the service's search. Which fields it searches, and whom it counts, is
 * not documented.
 */
export async function searchPeople(context: Context, requestData: RequestData, match: Match) {
	const { people } = await readSearch(context, requestData, { query: match.value });
	return exactMatches(people, match);
}

/** @throws NodeOperationError if there are several: the node does not guess which one is meant */
export function onlyPerson(
	context: Context,
	displayName: string,
	people: Person[],
	value?: string,
) {
	if (people.length <= 1) return people[0];
	const ids = people
		.map(({ personId }) => (isEmpty(personId) ? 'one without an ID' : personId))
		.join(', ');
	const brokenRule = `matches ${people.length} people (${ids}). Use a value that identifies one person`;
	throw fieldError(context, displayName, brokenRule, { value, nothingWas: 'done' });
}

/**
 * @throws NodeApiError if the ID is no single segment: what the service sends cannot change where a
 * request goes
 */
export function personPathSegment(context: Context, { personId }: Person): string {
	const segment = toPathSegment(personId);
	if (segment !== undefined) return segment;
	throw apiError(context.getNode(), {
		message: 'The service returned a person without a usable ID',
		advice: 'Check the person in Audience Page',
	});
}

/**
 * With an @ it is an email in every mode: dragged there, or given by an agent, it may come without
 * the right one.
 */
function emailOf(context: Context): string | undefined {
	const person: unknown = context.getNodeParameter(personId.name, '');
	const given = context.getNodeParameter(personId.name, '', { extractValue: true });
	const text = normalizeEmail(String(given as string));
	const isByEmail = isResourceLocatorValue(person) && person.mode === 'email';
	return (isByEmail && !text.startsWith('person_')) || text.includes('@') ? text : undefined;
}

/** The one person who has the email. NodeOperationError if there is none, or are several. */
async function personByEmail(context: Context, requestData: RequestData, email: string) {
	const { displayName } = personId;
	if (email === '') throw fieldError(context, displayName, 'must not be empty');
	const people = await searchPeople(context, requestData, {
		field: 'email',
		value: email,
		label: displayName,
	});
	const person = onlyPerson(context, displayName, people);
	if (person !== undefined) return person;
	const rule = `not found: no person has the email ${email}. Check the email, or use the person's ID`;
	throw fieldError(context, displayName, rule, { nothingWas: 'done' });
}

/**
 * If the Person field has an email address, searches for the one person who has it, and puts their
 * ID in the path.
 */
export const withEmailLookup = (flow: RequestFlow): RequestFlow =>
	async function (requestData) {
		const email = emailOf(this);
		if (email === undefined) return await flow.call(this, requestData);
		const person = await personByEmail(this, requestData, email);
		const path = `/v0/persons/${personPathSegment(this, person)}`;
		const url = requestData.options.url?.replace(/^\/v0\/persons\/[^/]*/, () => path);
		return await flow.call(this, withOptions(requestData, { url }));
	};
