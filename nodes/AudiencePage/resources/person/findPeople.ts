import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { fieldError } from '../../fields/fieldError';
import { personId } from '../../fields/ids';
import { normalizeEmail, toPathSegment } from '../../fields/text';
import { apiError } from '../../transport/errors';
import { readList } from '../../transport/pagination';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';
import { SharedList } from '../recentRecords';
import { findByOf } from './matchFields';
import { matchKey, peopleByKey, type Match, type Person } from './matching';

type Context = IExecutePaginationFunctions;

/** Where people are listed, or searched for (service interface, section 4.8). */
export const PERSON_SEARCH = '/v0/persons/search';

interface PeopleList {
	/** By the keys of the matches that find them. */
	byKey: Map<string, Person[]>;
	isComplete: boolean;
}

/** Everyone, read once for all items of a run. */
export const allPeopleOf = perRun(() => new SharedList<PeopleList>());

async function readPeople(
	context: Context,
	requestData: RequestData,
	qs: IDataObject,
): Promise<PeopleList> {
	const search = withOptions(requestData, {
		method: 'GET',
		url: PERSON_SEARCH,
		qs,
		body: undefined,
	});
	const { records, totalCount } = await readList(context, search, { idField: 'personId' });
	// If people are deleted while a list is read, others can move to a page that was read before.
	const isComplete = records.length >= totalCount;
	return { byKey: peopleByKey(records as Person[]), isComplete };
}

/** By the service's search: which fields it searches, and whom it counts, is not documented. */
async function searchPeople(
	context: Context,
	requestData: RequestData,
	match: Match,
): Promise<Person[]> {
	const { byKey } = await readPeople(context, requestData, { query: match.value });
	return byKey.get(matchKey(match)) ?? [];
}

const MAY_BE_UNLISTED =
	'may be that of a person whom the service counts, but did not list. Run it again, or choose Options > How to Find > Search';

/**
 * Those who have the value, as the option *How to Find* says, and when the service was asked for
 * them, as `performance.now()` counts.
 * @throws NodeOperationError if they may be missing in the list of all people
 */
export async function findPeople(
	context: Context,
	requestData: RequestData,
	match: Match,
): Promise<{ people: Person[]; readAt: number }> {
	if (findByOf(context, match) === 'search') {
		const readAt = performance.now();
		return { people: await searchPeople(context, requestData, match), readAt };
	}
	const readAll = async () => await readPeople(context, requestData, {});
	const { list, readAt } = await allPeopleOf(context).get(readAll);
	const people = list.byKey.get(matchKey(match)) ?? [];
	if (people.length === 0 && !list.isComplete) {
		const details = { value: match.value, nothingWas: 'done' } as const;
		throw fieldError(context, match.label, MAY_BE_UNLISTED, details);
	}
	return { people, readAt };
}

/** @throws NodeOperationError if there are several: the node does not guess which one is meant */
export function onlyPerson(
	context: Context,
	people: Person[],
	{ label, value }: Match,
): Person | undefined {
	if (people.length <= 1) return people[0];
	const ids = people.map(({ personId: id }) => id).join(', ');
	const rule = `matches ${people.length} people (${ids}). Use a value that identifies one person`;
	throw fieldError(context, label, rule, { value, nothingWas: 'done' });
}

/**
 * The path of a person.
 * @throws NodeApiError if the ID is no single segment: what the service sends cannot change where a
 * request goes
 */
export function pathOfPerson(context: Context, person: Person): string {
	const segment = toPathSegment(person.personId);
	if (segment !== undefined) return `/v0/persons/${segment}`;
	throw apiError(context.getNode(), {
		message: 'The service returned a person without a usable ID',
		advice: 'Check the person in Audience Page',
	});
}

/** What the Person field has with an @ is an email in every mode; anything else is an ID. */
function emailOf(context: Context): string | undefined {
	const value: unknown = context.getNodeParameter(personId.name, '', { extractValue: true });
	const text = String(value as string);
	return text.includes('@') ? normalizeEmail(text) : undefined;
}

/** @throws NodeOperationError if nobody has the email, or several people have it */
async function personByEmail(
	context: Context,
	requestData: RequestData,
	email: string,
): Promise<Person> {
	const match: Match = { field: 'email', value: email, label: personId.displayName };
	const person = onlyPerson(context, await searchPeople(context, requestData, match), match);
	if (person !== undefined) return person;
	const rule = `not found: no person has the email ${email}. Check the email, or use the person's ID`;
	throw fieldError(context, match.label, rule, { nothingWas: 'done' });
}

/**
 * If the Person field has an email address, searches for the one person who has it, and puts their
 * ID in the path.
 */
export const withEmailLookup = (flow: RequestFlow): RequestFlow =>
	async function (requestData) {
		const email = emailOf(this);
		if (email === undefined) return await flow.call(this, requestData);
		const path = pathOfPerson(this, await personByEmail(this, requestData, email));
		const url = requestData.options.url?.replace(/^\/v0\/persons\/[^/]*/, () => path);
		return await flow.call(this, withOptions(requestData, { url }));
	};
