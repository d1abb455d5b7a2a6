import type {
	IDataObject,
	IExecutePaginationFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { toPathSegment } from '../../fields/rules';
import { isEmpty } from '../../shared/values';
import { apiError, fieldError } from '../../transport/errors';
import { readList } from '../../transport/pages';
import type { RequestData } from '../../transport/request';
import { SharedRead } from '../sharedRead';
import {
	exactMatches,
	matchKey,
	matchKeys,
	PeopleByMatch,
	uniquePeople,
	type FindBy,
	type Match,
	type Person,
} from './matching';

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
	const brokenRule = `must belong to one person, and ${people.length} have it: ${ids}`;
	return fieldError(context, displayName, brokenRule, 'done');
}

/** Nobody was found in a list that has left people out: whoever is looked for may be one of them. */
export function incompleteListError(
	context: IExecutePaginationFunctions,
	{ people, counted }: PeopleRead,
): NodeApiError {
	return apiError(context.getNode(), {
		message: `The list of all people ended after ${people.length}, though the service counts ${counted}: the person may be one of those who are missing`,
		description: `Nothing was written for item ${context.getItemIndex()}, so that nobody is created twice. Run the workflow again. If the list stays short, and the service's search looks at this field, set Options > Find By to Search.`,
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
	throw apiError(context.getNode(), { message: 'The service gave a person without a usable ID' });
}

/** A person as an item of this run has left them. */
interface Written {
	person: Person;
	/** What they are found by, named as matches are. */
	names: Set<string>;
}

/** The people whom the items of a run find, as the run has left them: a search may not see that yet. */
export class PersonLookup {
	private readonly written = new Map<string, Written>();
	/** IDs of people who were written, by all that they were ever found by. */
	private readonly idsByName = new Map<string, Set<string>>();
	/** Names of matches whose people the service need not be asked for any more. */
	private readonly looked = new Set<string>();
	private readonly allPeople = new SharedRead(async (context, requestData) => {
		const read = await readPeople(context, requestData);
		const { people, counted } = read;
		// Where people are removed while it is read, others can move to a page that was read before.
		return { read, byMatch: new PeopleByMatch(people), isWhole: people.length >= counted };
	});
	/** How many reads of everyone had begun when one had left people out: the next is to show them. */
	private begunBeforeNext?: number;
	/**
	 * What people may have been created with, though they were not found, by the names of matches: how
	 * many reads of everyone had begun by then. Those are too old to show the person.
	 */
	private readonly inDoubt = new Map<string, number>();
	private readonly earlier: PeopleByMatch;
	private readonly sentEarlier: PeopleByMatch;

	/**
	 * @param earlier those whom an earlier try of this run has written
	 * @param sentEarlier what it has sent, and may have created people with
	 */
	constructor(earlier: Person[], sentEarlier: Person[]) {
		this.earlier = new PeopleByMatch(uniquePeople(earlier));
		this.sentEarlier = new PeopleByMatch(sentEarlier);
	}

	/** Has later items know that a person may have been created with these fields. */
	markUncertain(fields: IDataObject): void {
		for (const name of matchKeys(fields)) this.inDoubt.set(name, this.allPeople.begun);
	}

	/** Whether a person who is not found may have been created all the same. */
	mayExist(match: Match): boolean {
		return this.inDoubt.has(matchKey(match)) || this.sentEarlier.find(match).length > 0;
	}

	/**
	 * Lets later items find a person as the service has just given them.
	 *
	 * @param match what they were looked for by
	 * @param fields what they have by what was sent, whether the answer shows it or not
	 */
	remember(match: Match, person: Person, fields: IDataObject): void {
		if (isEmpty(person.personId)) this.markUncertain(fields);
		else this.keep(match, person, [...matchKeys(person), ...matchKeys({ ...person, ...fields })]);
	}

	/** Lets later items find a person whose update with these fields has failed: what they have now is open. */
	markPossiblyUpdated(match: Match, person: Person, fields: IDataObject): void {
		const open = Object.fromEntries(Object.keys(fields).map((field) => [field, undefined]));
		if (isEmpty(person.personId)) return;
		this.keep(match, { ...person, ...open }, [...matchKeys(person), ...matchKeys(fields)]);
	}

	private keep(match: Match, person: Person, found: string[]): void {
		const { personId } = person;
		const names = new Set(found);
		this.written.set(personId, { person, names });
		this.looked.add(matchKey(match));
		for (const name of names) {
			const ids = this.idsByName.get(name) ?? new Set();
			this.idsByName.set(name, ids.add(personId));
		}
	}

	/**
	 * The people who match.
	 *
	 * @param isAgain whether what was read so far is too old to show the person
	 * @throws NodeApiError if the service does not give them; also if there are none in the list of
	 * everyone, and it has left people out, unless they are looked for again
	 */
	async find(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		findBy: FindBy,
		isAgain = false,
	): Promise<Person[]> {
		const name = matchKey(match);
		if (this.looked.has(name)) {
			const written = this.asLeft([], name);
			if (written.length > 0) return written;
		}
		if (findBy === 'search') return this.known(await searchPeople(context, requestData, match), match);
		return await this.findInAll(context, requestData, match, isAgain);
	}

	/** Finds people in the list of everyone. It is read once more, for all items, if it has left people out. */
	private async findInAll(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		isAgain: boolean,
	): Promise<Person[]> {
		const tooOld = isAgain ? this.allPeople.begun : (this.inDoubt.get(matchKey(match)) ?? 0);
		const first = await this.allPeople.get(context, requestData, tooOld);
		const found = this.known(first.byMatch.find(match), match);
		// Nobody is created for not being found again.
		if (found.length > 0 || first.isWhole || isAgain) return found;

		this.begunBeforeNext ??= this.allPeople.begun;
		const next = await this.allPeople.get(context, requestData, this.begunBeforeNext);
		const foundNext = this.known(next.byMatch.find(match), match);
		if (foundNext.length > 0 || next.isWhole) return foundNext;
		throw incompleteListError(context, next.read);
	}

	/** Those who were found as they are now, or else those whom an earlier try has written. */
	private known(found: Person[], match: Match): Person[] {
		const people = this.asLeft(found, matchKey(match));
		return people.length > 0 ? people : this.asLeft(this.earlier.find(match), matchKey(match));
	}

	/** These people and those who were written, as they are now: without those who do not match any more. */
	private asLeft(people: Person[], name: string): Person[] {
		const written = [...(this.idsByName.get(name) ?? [])].flatMap((id) => this.written.get(id) ?? []);
		const unwritten = people.filter(({ personId }) => !this.written.has(personId));
		const matching = written.filter(({ names }) => names.has(name)).map(({ person }) => person);
		return uniquePeople([...unwritten, ...matching]);
	}
}
