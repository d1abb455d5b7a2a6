import type {
	IDataObject,
	IExecutePaginationFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { toPathSegment } from '../../fields/rules';
import { fieldError } from '../../fields/fieldError';
import { apiError } from '../../transport/errors';
import { isEmpty } from '../../shared/values';
import { readList } from '../../transport/pagination';
import type { RequestData } from '../../transport/request';
import { uniquePeople, exactMatches, type Match, type Person } from './match';

/** People who were read. */
interface PeopleRead {
	people: Person[];
	/** How many the service has counted as it began to list them; 0 if it does not tell. */
	counted: number;
}

/**
 * The people whom a search finds, read to the end in place of the request that an operation has put together: each
 * once, as they came last, since a list that changes while it is read can have somebody on two pages.
 */
async function readSearch(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	qs: IDataObject,
): Promise<PeopleRead> {
	const search = { method: 'GET', url: '/v0/persons/search', qs, body: undefined } as const;
	const options = { ...requestData.options, ...search };
	const { records, countAtFirst } = await readList(context, { ...requestData, options });
	return { people: uniquePeople(records as Person[]), counted: countAtFirst };
}

/** All people of the service, as far as it lists them (service interface, section 4.8). */
export const readPeople = async (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<PeopleRead> => await readSearch(context, requestData, {});

/**
 * The people who match, by a search of the service read to its end. Which fields it searches, and whom
 * it counts, is not shown (service interface, section 4.8).
 */
export async function searchPeople(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	match: Match,
): Promise<Person[]> {
	const { people } = await readSearch(context, requestData, { query: match.value });
	return exactMatches(people, match);
}

/** Several people match, and there is no telling who is meant: nobody is taken for the first. */
export function ambiguousMatch(
	context: IExecutePaginationFunctions,
	displayName: string,
	people: Person[],
): NodeOperationError {
	const ids = people.map(({ personId }) => (isEmpty(personId) ? 'one without an ID' : personId)).join(', ');
	const brokenRule = `matches ${people.length} people (${ids}). Use a value that identifies one person`;
	return fieldError(context, displayName, brokenRule, 'done');
}

/** Nobody was found in a list that has left people out: whoever is looked for may be one of them. */
export function incompleteListError(
	context: IExecutePaginationFunctions,
	{ people, counted }: PeopleRead,
): NodeApiError {
	return apiError(context.getNode(), {
		message: `The service counts ${counted} people but listed ${people.length}: the person may be among the missing ones`,
		advice: 'Retry. If the list stays short, try Options > Find By > Search',
		description: `Nothing was written for item ${context.getItemIndex()}, so that nobody is created twice. Find By > Search helps only if the service searches this field.`,
	});
}

/**
 * The ID of a person whom the service gave, as one segment of a path.
 *
 * @throws NodeApiError if it is none: what the service sends cannot change where a request goes
 */
export function personPathSegment(context: IExecutePaginationFunctions, { personId }: Person): string {
	const segment = toPathSegment(personId);
	if (segment !== undefined) return segment;
	throw apiError(context.getNode(), { message: 'The service returned a person without a usable ID' });
}
