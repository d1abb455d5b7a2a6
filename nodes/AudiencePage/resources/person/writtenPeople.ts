import type { Person } from './matching';

/** A person as an item of this run has left them. */
export interface Written {
	person: Person;
	/** The keys of the matches that find them. */
	keys: Set<string>;
	/** The same without the fields whose values are not known, after an update that has failed. */
	certain?: Person;
}

/** Those whom the items of a run have written, as they have left them. */
export class WrittenPeople {
	private readonly byId = new Map<string, Written>();
	/** IDs by the keys of all matches that have ever found them. */
	private readonly idsByKey = new Map<string, Set<string>>();
	/** Keys of matches whose person was written: the service is not asked for them again. */
	private readonly resolved: Set<string>;

	/** @param others of whom it is a copy */
	constructor(others?: WrittenPeople) {
		this.resolved = new Set(others?.resolved);
		for (const written of others?.byId.values() ?? []) this.set(written);
	}

	/** @param key of the match that has found the person */
	add(key: string, written: Written): void {
		this.resolved.add(key);
		this.set(written);
	}

	get(personId: string): Written | undefined {
		return this.byId.get(personId);
	}

	isResolved(key: string): boolean {
		return this.resolved.has(key);
	}

	/** Those whom the match with this key finds. */
	find(key: string): Person[] {
		const written = [...(this.idsByKey.get(key) ?? [])].flatMap((id) => this.byId.get(id) ?? []);
		return written.filter(({ keys }) => keys.has(key)).map(({ person }) => person);
	}

	/** Makes those whom the match with this key finds what they are among others; nobody, who is not among them. */
	resetTo(others: WrittenPeople, key: string): void {
		for (const { personId } of this.find(key)) {
			const other = others.get(personId);
			if (other) this.set(other);
			else this.byId.delete(personId);
		}
	}

	private set(written: Written): void {
		const { personId } = written.person;
		this.byId.set(personId, written);
		for (const key of written.keys) {
			const ids = this.idsByKey.get(key) ?? new Set();
			this.idsByKey.set(key, ids.add(personId));
		}
	}
}
