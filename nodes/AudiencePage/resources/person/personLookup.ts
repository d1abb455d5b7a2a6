import type {
	IDataObject,
	IExecutePaginationFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { fieldError } from '../../fields/fieldError';
import { toPathSegment } from '../../fields/rules';
import { isEmpty } from '../../shared/values';
import { apiError } from '../../transport/errors';
import { readList } from '../../transport/pagination';
import type { RequestData } from '../../transport/request';
import { SharedRead } from '../sharedRead';
import { certainOf, type KeptPeople } from './keptPeople';
import type { FindBy } from './matchFields';
import {
	exactMatches,
	matchKey,
	matchKeys,
	PeopleByMatch,
	uniquePeople,
	type Match,
	type Person,
} from './matching';
import { PeopleBefore } from './peopleBefore';
import { WrittenPeople, type Written } from './writtenPeople';

/** People who were read. */
interface PeopleRead {
	people: Person[];
	/** The total count on the first page; 0 if there is none. */
	totalCount: number;
}

/**
 * Reads all pages of a search, in place of the request that an operation has put together. A list that
 * changes meanwhile can have a person on two pages: each is given once, as read last.
 */
async function readSearch(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	qs: IDataObject,
): Promise<PeopleRead> {
	const search = { method: 'GET', url: '/v0/persons/search', qs, body: undefined } as const;
	const options = { ...requestData.options, ...search };
	const { records, initialTotalCount } = await readList(context, { ...requestData, options });
	return { people: await uniquePeople(records as Person[]), totalCount: initialTotalCount };
}

/** All people of the service, as far as it lists them (service interface, section 4.8). */
const readPeople = async (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<PeopleRead> => await readSearch(context, requestData, {});

/**
 * The people who match, by the service's search. Which fields it searches, and whom it counts, is not
 * documented (service interface, section 4.8).
 */
export async function searchPeople(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	match: Match,
): Promise<Person[]> {
	const { people } = await readSearch(context, requestData, { query: match.value });
	return await exactMatches(people, match);
}

/** Several people match: the node does not guess which one is meant. */
export function ambiguousMatchError(
	context: IExecutePaginationFunctions,
	displayName: string,
	people: Person[],
): NodeOperationError {
	const ids = people.map(({ personId }) => (isEmpty(personId) ? 'one without an ID' : personId)).join(', ');
	const brokenRule = `matches ${people.length} people (${ids}). Use a value that identifies one person`;
	return fieldError(context, displayName, brokenRule, { nothingWas: 'done' });
}

/** Nobody was found in a list that is shorter than its count: the person may be one of those that are missing. */
function incompleteListError(
	context: IExecutePaginationFunctions,
	{ people, totalCount }: PeopleRead,
): NodeApiError {
	return apiError(context.getNode(), {
		message: `The service counts ${totalCount} people but listed ${people.length}: the person may be among the missing ones`,
		advice: 'Retry. If the list stays short, try Options > Find By > Search',
		description: `Nothing was done for item ${context.getItemIndex()}. Find By > Search helps only if the service searches this field.`,
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
	throw apiError(context.getNode(), {
		message: 'The service returned a person without a usable ID',
		advice: 'Check the person in Audience Page',
	});
}

/**
 * Finds people for the items of a run. Those whom the run has written are given as it has written them: a search
 * may not show that yet.
 */
export class PersonLookup {
	private readonly allPeople = new SharedRead(async (context, requestData) => {
		const read = await readPeople(context, requestData);
		const { people, totalCount } = read;
		// If people are deleted while the list is read, others can move to a page that was read before.
		return { read, byMatch: await PeopleByMatch.of(people), isComplete: people.length >= totalCount };
	});
	/** The number of the read of all people that was incomplete: there is one more after it. */
	private incompleteRead?: number;
	/**
	 * Keys of matches for people who may have been created though they were not found, each with all keys of the person and
	 * the number of the latest read of all people at that time: it is too old to show them.
	 */
	private readonly uncertain = new Map<string, { keys: string[]; begunReads: number }>();
	/** Keys of matches whose person this run has written: the service is not asked for them again. */
	private readonly resolved = new Set<string>();
	private previews?: PersonLookup;

	/**
	 * @param before whom other runs have written
	 * @param kept takes those whom later runs need to know
	 * @param written those whom this run has written
	 */
	constructor(
		private readonly before = PeopleBefore.nobody(),
		private readonly kept?: KeptPeople,
		private readonly written = new WrittenPeople(),
	) {}

	/**
	 * The same for items that are only shown: they know whom the run has written before them, and whom other items that are
	 * only shown would have written. Of those, who are not there, this one knows nothing.
	 */
	get ofPreviews(): PersonLookup {
		this.previews ??= new PersonLookup(this.before, undefined, new WrittenPeople(this.written));
		return this.previews;
	}

	/** Remembers that a person may have been created with these fields. */
	markUncertain(match: Match, fields: IDataObject): void {
		const keys = matchKeys(fields);
		for (const key of keys) this.uncertain.set(key, { keys, begunReads: this.allPeople.begun });
		this.kept?.markUncertain(keys);
		this.previews?.written.forget(undefined, matchKey(match));
		this.previews?.markUncertain(match, fields);
	}

	/**
	 * The person as another run has written them, unless this one has since. A search that shows other values may
	 * be late, and another update may have followed.
	 */
	asWrittenBefore({ personId }: Person): Person | undefined {
		const written = this.written.get(personId);
		if (written) return written.certain;
		const before = this.before.written.get(personId);
		return before?.certain ?? before?.person;
	}

	/** Whether a person who is not found may have been created nevertheless. */
	mayExist(match: Match): boolean {
		return this.uncertainKeys(match) !== undefined;
	}

	private uncertainKeys(match: Match): string[] | undefined {
		const key = matchKey(match);
		return this.uncertain.get(key)?.keys ?? this.before.uncertainKeys(key);
	}

	/** Why it is not certain who is looked for, whether somebody was found or not; undefined if it is. */
	doubtOf(person: Person | undefined, match: Match): string | undefined {
		const key = matchKey(match);
		if (person === undefined)
			return this.mayExist(match)
				? 'may belong to a person who was already created but cannot be found'
				: undefined;
		const written = this.written.get(person.personId);
		const kept = written ?? this.before.inExecution.get(person.personId);
		if (kept?.certain && kept.certain[match.field] === undefined && !isEmpty(person[match.field]))
			return `finds ${person.personId}, whose value may be another since an update that the service has not confirmed`;
		if (!written && kept?.formerKeys?.has(key))
			return `finds ${person.personId}, to whom this execution has given another value; the service may list people late`;
		const sent = this.uncertainKeys(match);
		const own = matchKeys(person);
		if (sent?.some((one) => !own.includes(one)))
			return `finds ${person.personId}, and a person with this value may already have been created`;
		return undefined;
	}

	/**
	 * Of an operation that writes: keeps a person as the service has just returned them. Later items get this person,
	 * without a request.
	 *
	 * @param match how they were found
	 * @param sent what was sent, whether the response shows it or not
	 * @param known as they were found before; none if they are new
	 */
	remember(match: Match, person: Person, sent: IDataObject, known?: Person): void {
		if (isEmpty(person.personId)) return this.markUncertain(match, sent);
		const keys = new Set([matchKey(match), ...matchKeys(person), ...matchKeys(sent)]);
		this.add(match, { person, keys });
		this.kept?.keep(person, keys, known);
	}

	/** Remembers a person who has what was wanted, so that nothing was written: of them, as much is known as before. */
	rememberUnchanged(match: Match, person: Person): void {
		if (isEmpty(person.personId)) return;
		const known = this.written.get(person.personId)?.keys ?? [];
		const keys = new Set([matchKey(match), ...matchKeys(person), ...known]);
		this.add(match, { person, keys, certain: this.asWrittenBefore(person) });
	}

	/** Remembers a person whose update has failed: the values of these fields are unknown now. */
	markPossiblyUpdated(match: Match, person: Person, fields: IDataObject): void {
		if (isEmpty(person.personId)) return;
		const unknownFields = Object.keys(fields);
		const certain = certainOf(this.asWrittenBefore(person) ?? person, unknownFields);
		const keys = new Set([...matchKeys(person), ...matchKeys(fields)]);
		this.add(match, { person, keys, certain });
		this.kept?.keep(person, keys, person, unknownFields);
	}

	private add(match: Match, written: Written): void {
		const key = matchKey(match);
		this.written.set(written);
		this.resolved.add(key);
		// For those that follow, what was written counts, not what previews have made of it before.
		this.previews?.written.forget(written.person.personId, key);
	}

	/**
	 * The people who match. A search is a request of this item alone; the list of all people is read once, for all items.
	 *
	 * @param requestData the item's request; its URL, query and body are replaced
	 * @param mustBeNewer whether what was read so far is too old to show the person
	 * @returns objects that other items may get too
	 * @throws NodeApiError if they cannot be read; also if nobody is found in the list of all people and it
	 * is incomplete, unless `mustBeNewer`
	 */
	async find(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		findBy: FindBy,
		mustBeNewer = false,
	): Promise<Person[]> {
		const key = matchKey(match);
		if (this.resolved.has(key)) {
			const written = this.written.find(key);
			if (written.length > 0) return written;
		}
		if (findBy === 'search') return this.current(await searchPeople(context, requestData, match), match);
		return await this.findInAll(context, requestData, match, mustBeNewer);
	}

	/** Finds people in the list of all people. If it is incomplete, it is read once more, for all items. */
	private async findInAll(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		mustBeNewer: boolean,
	): Promise<Person[]> {
		const tooOld = mustBeNewer
			? this.allPeople.begun
			: (this.uncertain.get(matchKey(match))?.begunReads ?? 0);
		const first = await this.allPeople.get(context, requestData, tooOld);
		const found = this.current(first.byMatch.find(match), match);
		// After a create, an incomplete list does no harm: nobody is created because of it.
		if (found.length > 0 || first.isComplete || mustBeNewer) return found;

		this.incompleteRead ??= this.allPeople.begun;
		const next = await this.allPeople.get(context, requestData, this.incompleteRead);
		const foundNext = this.current(next.byMatch.find(match), match);
		if (foundNext.length > 0 || next.isComplete) return foundNext;
		throw incompleteListError(context, next.read);
	}

	/** Those who were found, and those whom other runs of the execution have written: what was found may be late. */
	private current(found: Person[], match: Match): Person[] {
		const ids = new Set(found.map(({ personId }) => personId));
		const before = this.before.written.find(matchKey(match));
		return this.asWritten(
			[...found, ...before.filter(({ personId }) => !ids.has(personId))],
			matchKey(match),
		);
	}

	/** These people and those whom the run has written, as it has written them, without those who no longer match. */
	private asWritten(people: Person[], key: string): Person[] {
		const unwritten = people.filter(({ personId }) => this.written.get(personId) === undefined);
		return [...unwritten, ...this.written.find(key)];
	}
}
