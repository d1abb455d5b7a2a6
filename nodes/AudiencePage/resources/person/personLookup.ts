import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import type { PreviousAttempt } from '../../execution/retryState';
import { forEachInTurns } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import { nameOfItem } from '../../shared/words';
import { apiError } from '../../transport/errors';
import type { RequestData } from '../../transport/request';
import { SharedRead } from '../sharedRead';
import { KnownPeople, type KnownPerson } from './knownPeople';
import type { FindBy } from './matchFields';
import { matchKey, matchKeys, peopleByKey, type Match, type Person } from './matching';
import { readSearch, searchPeople } from './searchPeople';

/**
 * Finds people for the items of a run: whom it has written, as written, since a search may not show
 * that yet.
 */
export class PersonLookup {
	private readonly allPeople = new SharedRead(async (context, requestData) => {
		const { people, totalCount } = await readSearch(context, requestData, {});
		// If people are deleted while the list is read, others can move to a page that was read before.
		const isComplete = people.length >= totalCount;
		return { byKey: await peopleByKey(people), isComplete, listed: people.length, totalCount };
	});
	/** The number of the read of all people that was incomplete: there is one more after it. */
	private incompleteRead?: number;
	/**
	 * The number of the latest read of all people when somebody last became uncertain: it is too old
	 * to show them.
	 */
	private uncertainSince = 0;
	/** Keys of matches whose person this run has written: the service is not asked for them again. */
	private readonly resolved = new Set<string>();

	constructor(
		private readonly known = new KnownPeople(),
		private readonly kept?: KnownPeople,
	) {}

	/**
	 * @param kept whom the execution has left: newer than what the previous attempt has. It takes
	 * whom later runs need.
	 */
	static async ofWriter(
		{ written, unknown }: PreviousAttempt,
		kept: KnownPeople,
	): Promise<PersonLookup> {
		const known = new KnownPeople(kept);
		await forEachInTurns(written as Person[], (record) => {
			const person = { ...record };
			// They were of an item.
			for (const name of ['leftOut', 'changes']) delete person[name];
			if (isEmpty(person.personId)) known.markUncertain(matchKeys(person));
			else if (!kept.get(person.personId)) known.set({ person, keys: matchKeys(person) });
		});
		await forEachInTurns(unknown, (sent) => known.markUncertain(matchKeys(sent)));
		return new PersonLookup(known, kept);
	}

	/** Whether an earlier item of the run was about whoever has the value. */
	hasResolved(match: Match): boolean {
		return this.resolved.has(matchKey(match));
	}

	/** A person may have been created with these fields. */
	markUncertain(fields: IDataObject): void {
		const keys = matchKeys(fields);
		this.known.markUncertain(keys);
		this.kept?.markUncertain(keys);
		this.uncertainSince = this.allPeople.begun;
	}

	/**
	 * The person as another run has written them, unless this one has since: what a search shows may
	 * be older, or newer.
	 */
	otherwise({ personId }: Person): Person | undefined {
		const known = this.known.get(personId);
		return known?.otherwise ?? (known?.isOfThisRun ? undefined : known?.person);
	}

	/** Why it is not certain who is meant, whether somebody was found or not. */
	doubtOf(person: Person | undefined, match: Match): string | undefined {
		const key = matchKey(match);
		const sent = this.known.uncertainKeys(key);
		if (person === undefined)
			return sent && 'may belong to a person who was already created but cannot be found';

		return sent?.some((one) => !matchKeys(person).includes(one))
			? `finds ${person.personId}, and a person with this value may already have been created`
			: undefined;
	}

	/** A person was written, whether the response shows what was sent or not. */
	remember(match: Match, person: Person, sent: IDataObject, isNew: boolean): void {
		if (isEmpty(person.personId)) return this.markUncertain(sent);
		const known = this.add(match, { person, keys: matchKeys(sent) });
		if (isNew || this.kept?.get(person.personId)) this.kept?.set(known);
	}

	/** Nothing was written to a person: as much is known of them as before. */
	rememberUnchanged(match: Match, person: Person): void {
		if (isEmpty(person.personId)) return;
		const known = this.known.get(person.personId);
		const keys = known?.isOfThisRun ? known.keys : [];
		this.add(match, { person, keys, otherwise: this.otherwise(person) });
	}

	/** An update of a person has failed: the values of these fields are unknown now. */
	markPossiblyUpdated(match: Match, person: Person, fields: IDataObject): void {
		if (isEmpty(person.personId)) return;
		const unknown = Object.entries(fields).map(([field, sent]) => [
			field,
			{ isUnknown: true, sent },
		]);
		const otherwise = {
			...(this.otherwise(person) ?? person),
			...Object.fromEntries(unknown),
		} as Person;
		this.kept?.set(this.add(match, { person, keys: matchKeys(fields), otherwise }));
	}

	/**
	 * @param known with the keys of matches that find them beside those of the match and of the
	 * values that they have
	 */
	private add(match: Match, known: KnownPerson): KnownPerson {
		const key = matchKey(match);
		const { person } = known;
		const keys = [...new Set([key, ...matchKeys(person), ...known.keys])];
		const added = { ...known, keys };
		this.known.set({ ...added, isOfThisRun: true });
		// They are whom a creation whose response was lost has created: all that was sent is theirs.
		const sent = this.known.uncertainKeys(key) ?? [];
		for (const people of [this.known, this.kept]) people?.unmarkUncertain(sent);
		this.resolved.add(key);
		return added;
	}

	/**
	 * A search is this item's alone; all people are read once for all items, and again if that is too
	 * old, as it is after a creation whose answer is lost (`mustBeNewer`).
	 */
	async find(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		{ findBy, ...match }: Match & { findBy: FindBy },
		mustBeNewer = false,
	): Promise<Person[]> {
		const key = matchKey(match);
		const known = this.resolved.has(key) ? this.known.find(key) : [];
		if (known.length > 0) return known.map(({ person }) => person);
		if (findBy === 'search')
			return this.current(key, await searchPeople(context, requestData, match));
		const sinceUncertain = this.known.uncertainKeys(key) ? this.uncertainSince : 0;
		const tooOld = mustBeNewer ? this.allPeople.begun : sinceUncertain;
		const list = await this.allPeople.get(context, requestData, tooOld);
		const found = this.current(key, list.byKey.get(key));
		// After a create, an incomplete list does no harm: nobody is created because of it.
		if (found.length > 0 || list.isComplete || mustBeNewer) return found;
		return await this.findInNextList(context, requestData, key);
	}

	/** After a list that was not whole. NodeApiError if the next one is not whole either. */
	private async findInNextList(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		key: string,
	): Promise<Person[]> {
		this.incompleteRead ??= this.allPeople.begun;
		const list = await this.allPeople.get(context, requestData, this.incompleteRead);
		const found = this.current(key, list.byKey.get(key));
		if (found.length > 0 || list.isComplete) return found;
		throw apiError(context.getNode(), {
			message: `The service counts ${list.totalCount} people but listed ${list.listed}: the person may be among the missing ones`,
			advice: 'Run it again. If the list stays short, try Find By > Search with Person > Get first',
			description: `Nothing was done for ${nameOfItem(context.getItemIndex())}. Find By > Search finds only whom the service's search finds by this field; Create or Update creates all others.`,
		});
	}

	/**
	 * Those who were found, and those who are known: whoever this run has written, as it has left
	 * them.
	 */
	private current(key: string, found: Person[] = []): Person[] {
		const ofOthers = found.filter(({ personId }) => !this.known.get(personId)?.isOfThisRun);
		const ids = new Set(ofOthers.map(({ personId }) => personId));
		const known = this.known.find(key).filter(({ person: { personId } }) => !ids.has(personId));
		return [...ofOthers, ...known.map(({ person }) => person)];
	}
}
