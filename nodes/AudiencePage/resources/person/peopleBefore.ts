import type { PreviousAttempt } from '../../execution/retryState';
import { isTurnOver, nextTurn } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import type { KeptPeople } from './keptPeople';
import { matchKeys, type Person } from './matching';
import { WrittenPeople } from './writtenPeople';

/** What is known of people before a run of an operation that writes them: nothing, for one that reads. */
export class PeopleBefore {
	/** Keys of matches for people who may have been created though they were not found, each with all keys of the person. */
	private readonly uncertain = new Map<string, string[]>();

	private constructor(
		/** Those who were written. */
		readonly written: WrittenPeople,
		/** Those of them whom other runs of the execution have made findable by other values than before. */
		readonly inExecution: WrittenPeople,
		private readonly kept?: KeptPeople,
	) {}

	static nobody(): PeopleBefore {
		return new PeopleBefore(new WrittenPeople(), new WrittenPeople());
	}

	/** Whom the previous attempt at the run has left, and the execution. Of both, the latter is newer. */
	static async of(previous: PreviousAttempt, kept: KeptPeople): Promise<PeopleBefore> {
		const keptPeople = await kept.people();
		const before = new PeopleBefore(new WrittenPeople(keptPeople), keptPeople, kept);
		for (const person of previous.written as Person[]) {
			if (isTurnOver()) await nextTurn();
			if (isEmpty(person.personId)) before.markUncertain(matchKeys(person));
			else if (keptPeople.get(person.personId) === undefined)
				before.written.set({ person, keys: new Set(matchKeys(person)) });
		}
		for (const sent of previous.unknown) {
			if (isTurnOver()) await nextTurn();
			before.markUncertain(matchKeys(sent));
		}
		return before;
	}

	/** All keys of a person with this one who may have been created though they were not found; undefined if there is none. */
	uncertainKeys(key: string): string[] | undefined {
		return this.uncertain.get(key) ?? this.kept?.uncertainKeys(key);
	}

	private markUncertain(keys: string[]): void {
		for (const key of keys) this.uncertain.set(key, keys);
	}
}
