import type { Person } from './matching';

/** A person as they were left by whoever wrote them last. */
export interface Written {
	person: Person;
	/** The keys of the matches that find them. */
	keys: Set<string>;
	/** The keys of the matches that found them before the execution has changed them. */
	formerKeys?: Set<string>;
	/** The same without the fields whose values are not known, after an update that has failed. */
	certain?: Person;
}

/** People who were written, as they were left: each has an ID. */
export class WrittenPeople {
	private readonly byId = new Map<string, Written>();
	/** IDs by the keys of all matches that have ever found them. */
	private readonly idsByKey = new Map<string, Set<string>>();

	/** @param others who are among these too, as they are, unless these have them otherwise */
	constructor(private readonly others?: WrittenPeople) {}

	set(written: Written): void {
		const { personId } = written.person;
		this.byId.set(personId, written);
		for (const key of written.keys) {
			const ids = this.idsByKey.get(key) ?? new Set();
			this.idsByKey.set(key, ids.add(personId));
		}
	}

	get(personId: string): Written | undefined {
		return this.byId.get(personId) ?? this.others?.get(personId);
	}

	/** Those whom the match with this key finds. */
	find(key: string): Person[] {
		const ids = new Set([...(this.others?.idsByKey.get(key) ?? []), ...(this.idsByKey.get(key) ?? [])]);
		const written = [...ids].flatMap((id) => this.get(id) ?? []);
		return written.filter(({ keys }) => keys.has(key)).map(({ person }) => person);
	}

	/** Whoever has the ID, or is found by the match with this key, is again only what they are among the others. */
	forget(personId: string | undefined, key: string): void {
		const found = this.find(key).map((person) => person.personId);
		for (const id of [...found, personId]) if (id !== undefined) this.byId.delete(id);
	}
}
