import type { IDataObject, IExecutePaginationFunctions, NodeApiError } from 'n8n-workflow';

import type { PreviousAttempt } from '../../execution/retryState';
import { forEachInTurns } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import { apiError } from '../../transport/errors';
import type { RequestData } from '../../transport/request';
import { SharedRead } from '../sharedRead';
import { isUnknown, KnownPeople, UNKNOWN, type KeptPeople, type KnownPerson } from './knownPeople';
import type { FindBy } from './matchFields';
import { matchKey, matchKeys, peopleByKey, type Match, type Person } from './matching';
import { readSearch, searchPeople, type PeopleRead } from './searchPeople';

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
 * Finds people for the items of a run. Those whom the run has written are given as it has written them: a search
 * may not show that yet. Those whom other runs have written are found too, but as the service shows them, if it does.
 */
export class PersonLookup {
	private readonly allPeople = new SharedRead(async (context, requestData) => {
		const read = await readSearch(context, requestData, {});
		const { people, totalCount } = read;
		// If people are deleted while the list is read, others can move to a page that was read before.
		return { read, byKey: await peopleByKey(people), isComplete: people.length >= totalCount };
	});
	/** The number of the read of all people that was incomplete: there is one more after it. */
	private incompleteRead?: number;
	/** The number of the latest read of all people when somebody last became uncertain: it is too old to show them. */
	private uncertainSince = 0;
	/** Keys of matches whose person this run has written: the service is not asked for them again. */
	private readonly resolved = new Set<string>();
	private previews?: PersonLookup;

	private constructor(
		private readonly known: KnownPeople,
		private readonly kept?: KeptPeople,
	) {}

	/** For an operation that only reads. */
	static ofReader(): PersonLookup {
		return new PersonLookup(new KnownPeople());
	}

	/**
	 * For an operation that writes.
	 *
	 * @param kept whom the execution has left, which is newer than what the previous attempt has; takes those whom later runs
	 * need to know
	 */
	static async ofWriter({ written, unknown }: PreviousAttempt, kept: KeptPeople): Promise<PersonLookup> {
		const known = new KnownPeople(kept);
		await forEachInTurns(written as Person[], (person) => {
			if (isEmpty(person.personId)) known.markUncertain(matchKeys(person));
			else if (!kept.get(person.personId)) known.set({ person, keys: matchKeys(person) });
		});
		await forEachInTurns(unknown, (sent) => known.markUncertain(matchKeys(sent)));
		return new PersonLookup(known, kept);
	}

	/**
	 * The same for items that are only shown: they know whom the run has written before them, and whom other items that are
	 * only shown would have written. Of those, who are not there, this one knows nothing.
	 */
	get ofPreviews(): PersonLookup {
		this.previews ??= new PersonLookup(new KnownPeople(this.known));
		return this.previews;
	}

	/** Remembers that a person may have been created with these fields. */
	markUncertain(match: Match, fields: IDataObject): void {
		const keys = matchKeys(fields);
		this.known.markUncertain(keys);
		this.kept?.markUncertain(keys);
		this.uncertainSince = this.allPeople.begun;
		if (!this.previews) return;
		this.previews.known.forget(undefined, matchKey(match));
		this.previews.uncertainSince = this.previews.allPeople.begun;
	}

	/**
	 * The person as another run has written them, unless this one has since. A search that shows other values may
	 * be late, and another update may have followed.
	 */
	otherwise({ personId }: Person): Person | undefined {
		const known = this.known.get(personId);
		return known?.otherwise ?? (known?.isOfThisRun ? undefined : known?.person);
	}

	/** Why it is not certain who is looked for, whether somebody was found or not; undefined if it is. */
	doubtOf(person: Person | undefined, match: Match): string | undefined {
		const key = matchKey(match);
		const sent = this.known.uncertainKeys(key);
		if (person === undefined)
			return sent && 'may belong to a person who was already created but cannot be found';

		const { otherwise, formerKeys } = this.known.get(person.personId) ?? {};
		if (isUnknown(otherwise?.[match.field]) && !isEmpty(person[match.field]))
			return `finds ${person.personId}, whose value may be another since an update that the service has not confirmed`;
		if (formerKeys?.includes(key))
			return `finds ${person.personId}, to whom this execution has given another value; the service may list people late`;
		const own = matchKeys(person);
		if (sent?.some((one) => !own.includes(one)))
			return `finds ${person.personId}, and a person with this value may already have been created`;
		return undefined;
	}

	/**
	 * Keeps a person as the service has just returned them. Later items get this person, without a request.
	 *
	 * @param match how they were found
	 * @param sent what was sent, whether the response shows it or not
	 * @param before as they were found before; none if they are new
	 */
	remember(match: Match, person: Person, sent: IDataObject, before?: Person): void {
		if (isEmpty(person.personId)) return this.markUncertain(match, sent);
		const keys = [matchKey(match), ...matchKeys(person), ...matchKeys(sent)];
		const known = this.add(match, { person, keys });
		this.kept?.keep(known, before);
	}

	/** Remembers a person who has what was wanted, so that nothing was written: of them, as much is known as before. */
	rememberUnchanged(match: Match, person: Person): void {
		if (isEmpty(person.personId)) return;
		const known = this.known.get(person.personId);
		const keys = [matchKey(match), ...matchKeys(person), ...(known?.isOfThisRun ? known.keys : [])];
		this.add(match, { person, keys, otherwise: this.otherwise(person) });
	}

	/** Remembers a person whose update has failed: the values of these fields are unknown now. */
	markPossiblyUpdated(match: Match, person: Person, fields: IDataObject): void {
		if (isEmpty(person.personId)) return;
		const unknown = Object.fromEntries(Object.keys(fields).map((field) => [field, UNKNOWN]));
		const otherwise = { ...(this.otherwise(person) ?? person), ...unknown };
		const keys = [...matchKeys(person), ...matchKeys(fields)];
		const known = this.add(match, { person, keys, otherwise });
		this.kept?.keep(known, person);
	}

	private add(match: Match, { keys, ...rest }: KnownPerson): KnownPerson {
		const key = matchKey(match);
		const known: KnownPerson = { ...rest, keys: [...new Set(keys)], isOfThisRun: true };
		this.known.set(known);
		this.resolved.add(key);
		// For those that follow, what was written counts, not what previews have made of it before.
		this.previews?.known.forget(known.person.personId, key);
		return known;
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
		const known = this.resolved.has(key) ? this.known.find(key) : [];
		if (known.length > 0) return known.map(({ person }) => person);
		if (findBy === 'search') return this.current(await searchPeople(context, requestData, match), key);
		return await this.findInAll(context, requestData, match, mustBeNewer);
	}

	/** Finds people in the list of all people. If it is incomplete, it is read once more, for all items. */
	private async findInAll(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		mustBeNewer: boolean,
	): Promise<Person[]> {
		const key = matchKey(match);
		const isUncertain = this.known.uncertainKeys(key) !== undefined;
		const tooOld = mustBeNewer ? this.allPeople.begun : isUncertain ? this.uncertainSince : 0;
		const first = await this.allPeople.get(context, requestData, tooOld);
		const found = this.current(first.byKey.get(key), key);
		// After a create, an incomplete list does no harm: nobody is created because of it.
		if (found.length > 0 || first.isComplete || mustBeNewer) return found;

		this.incompleteRead ??= this.allPeople.begun;
		const next = await this.allPeople.get(context, requestData, this.incompleteRead);
		const foundNext = this.current(next.byKey.get(key), key);
		if (foundNext.length > 0 || next.isComplete) return foundNext;
		throw incompleteListError(context, next.read);
	}

	/** Those who were found, and those who are known: whoever this run has written, as it has left them. */
	private current(found: Person[] | undefined, key: string): Person[] {
		const ofOthers = (found ?? []).filter(({ personId }) => !this.known.get(personId)?.isOfThisRun);
		const ids = new Set(ofOthers.map(({ personId }) => personId));
		const known = this.known.find(key).filter(({ person: { personId } }) => !ids.has(personId));
		return [...ofOthers, ...known.map(({ person }) => person)];
	}
}
