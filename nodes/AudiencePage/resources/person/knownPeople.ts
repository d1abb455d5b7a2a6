import type { KeptData, NodeExecution } from '../../execution/nodeExecution';
import { matchKeys, type Person } from './matching';

/** A person whom the node has written, or has found as wanted. It can be saved as JSON. */
export interface KnownPerson {
	person: Person;
	/** As they may be instead: as another run has left them, with `UNKNOWN` for what a failed update may have changed. */
	otherwise?: Person;
	/** Keys of the matches that find them: by their values, and by what was sent, if the service has changed it. */
	keys: string[];
	/** Keys of matches that found them until the execution changed them. */
	formerKeys?: string[];
	isOfThisRun?: true;
}

/** Stands for the value of a field after an update that has failed: nobody knows which one the field has. */
export const UNKNOWN = { isUnknown: true };

export const isUnknown = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, 'isUnknown');

interface SavedPeople {
	byId: Record<string, KnownPerson>;
	/** The IDs of all who were ever found by a match, by its key. */
	idsByKey: Record<string, Record<string, true>>;
	/** By the key of a match: all keys of a person who may have been created, though they were not found. */
	uncertain: Record<string, string[]>;
}

const nobody = (): SavedPeople => ({ byId: {}, idsByKey: {}, uncertain: {} });

/** People who are known. They can lie on top of others, whom they include unless they know better. */
export class KnownPeople {
	constructor(
		private readonly others?: KnownPeople,
		private readonly saved = nobody(),
	) {}

	set(known: KnownPerson): void {
		const { byId, idsByKey } = this.saved;
		const { personId } = known.person;
		byId[personId] = known;
		for (const key of known.keys) (idsByKey[key] ??= {})[personId] = true;
	}

	get(personId: string): KnownPerson | undefined {
		const { byId } = this.saved;
		return Object.hasOwn(byId, personId) ? byId[personId] : this.others?.get(personId);
	}

	find(key: string): KnownPerson[] {
		const known = [...new Set(this.idsOf(key))].flatMap((id) => this.get(id) ?? []);
		return known.filter(({ keys }) => keys.includes(key));
	}

	/** Whoever has the ID, or is found by the match with this key, is again only what they are among the others. */
	forget(personId: string | undefined, key: string): void {
		for (const id of [...this.idsOf(key), personId]) if (id !== undefined) delete this.saved.byId[id];
	}

	markUncertain(keys: string[]): void {
		for (const key of keys) this.saved.uncertain[key] = keys;
	}

	uncertainKeys(key: string): string[] | undefined {
		return this.saved.uncertain[key] ?? this.others?.uncertainKeys(key);
	}

	private idsOf(key: string): string[] {
		return [...(this.others?.idsOf(key) ?? []), ...Object.keys(this.saved.idsByKey[key] ?? {})];
	}
}

/** Whom an execution has created, or given a value to match on, for its later runs: a search may not show them. */
export class KeptPeople extends KnownPeople {
	constructor({ kept }: Pick<NodeExecution, 'kept'>, tenantId: string) {
		const { people = {} }: KeptData & { people?: Record<string, SavedPeople> } = kept;
		Object.assign(kept, { people });
		super(undefined, (people[tenantId] ??= nobody()));
	}

	/** @param before as they were found before they were written; none if they are new */
	keep({ person, otherwise, keys }: KnownPerson, before?: Person): void {
		const keysBefore = before ? matchKeys(before) : [];
		const earlier = this.get(person.personId);
		const isFoundAsBefore = keys.every((key) => keysBefore.includes(key));
		if (isFoundAsBefore && otherwise === undefined && earlier === undefined) return;

		const formerKeys = new Set([...(earlier?.formerKeys ?? []), ...keysBefore]);
		for (const key of keys) formerKeys.delete(key);
		const former = formerKeys.size > 0 && { formerKeys: [...formerKeys] };
		this.set({ person, keys, ...(otherwise && { otherwise }), ...former });
	}
}
