import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { fieldError } from '../../fields/fieldError';
import type { RequestData } from '../../transport/request';
import { SharedList } from '../recentRecords';
import { findByOf } from './matchFields';
import { addByKey, matchKey, type Match, type Person } from './matching';
import { readSearch, searchPeople } from './searchPeople';

type Context = IExecutePaginationFunctions;

/** Everyone, by the keys of the matches that find them. */
interface AllPeople {
	byKey: Map<string, Person[]>;
	isComplete: boolean;
}

const allPeopleOf = perRun(() => new SharedList<AllPeople>());

async function readAllPeople(context: Context, requestData: RequestData): Promise<AllPeople> {
	const { people, totalCount } = await readSearch(context, requestData, {});
	const byKey = new Map<string, Person[]>();
	for (const person of people) addByKey(byKey, person);
	// If people are deleted while the list is read, others can move to a page that was read before.
	return { byKey, isComplete: people.length >= totalCount };
}

interface Search {
	match: Match;
	/** The earliest time at which the service may have been asked for all people. */
	notBefore?: number;
}

interface Found {
	people: Person[];
	/** When the service was asked for them, as `performance.now()` counts. */
	readAt: number;
}

async function findAmongAll(
	context: Context,
	requestData: RequestData,
	{ match, notBefore }: Search,
): Promise<Found> {
	const read = async () => await readAllPeople(context, requestData);
	const { list, readAt } = await allPeopleOf(context).get(read, notBefore);
	const people = list.byKey.get(matchKey(match)) ?? [];
	if (people.length > 0 || list.isComplete) return { people, readAt };
	const rule =
		'may be that of a person whom the service counts, but did not list. Run it again, or choose Options > How to Find > Search';
	throw fieldError(context, match.label, rule, { value: match.value, nothingWas: 'done' });
}

/**
 * Those who have the value, as the option *How to Find* says: by a search, or among all people,
 * whom the items of a run read together.
 */
export async function findPeople(
	context: Context,
	requestData: RequestData,
	search: Search,
): Promise<Found> {
	const { match } = search;
	if (findByOf(context, match) === 'readAll')
		return await findAmongAll(context, requestData, search);
	const readAt = performance.now();
	return { people: await searchPeople(context, requestData, match), readAt };
}
