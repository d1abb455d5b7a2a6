import type { KeptData, NodeExecution } from '../../execution/nodeExecution';
import type { Person } from './matching';

/** A person whom the node has written, or has found as wanted. It can be saved as JSON. */
export interface KnownPerson {
	person: Person;
	/**
	 * As they may be instead: as another run has left them, and unknown where a failed update may
	 * have changed a field.
	 */
	otherwise?: Person;
	/**
	 * Keys of the matches that find them: by their values, and by what was sent, if the service has
	 * changed it.
	 */
	keys: string[];
	isOfThisRun?: true;
}

/**
 * Whether it stands for the value of a field after an update that has failed: the field may have
 * what was sent.
 */
export const isUnknown = (value: unknown): value is { isUnknown: true; sent: unknown } =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, 'isUnknown');

interface SavedPeople {
	byId: Record<string, KnownPerson>;
	/** The IDs of all who were ever found by a match, by its key. */
	idsByKey: Record<string, Record<string, true>>;
	/**
	 * By the key of a match: all keys of a person who may have been created, though they were not
	 * found.
	 */
	uncertain: Record<string, string[]>;
}

const nobody = (): SavedPeople => ({ byId: {}, idsByKey: {}, uncertain: {} });

/**
 * People who are known. They can lie on top of others, whom they include unless they know better.
 */
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

	markUncertain(keys: string[]): void {
		for (const key of keys) this.saved.uncertain[key] = keys;
	}

	unmarkUncertain(keys: string[]): void {
		for (const key of keys) delete this.saved.uncertain[key];
	}

	uncertainKeys(key: string): string[] | undefined {
		return this.saved.uncertain[key] ?? this.others?.uncertainKeys(key);
	}

	private idsOf(key: string): string[] {
		return [...(this.others?.idsOf(key) ?? []), ...Object.keys(this.saved.idsByKey[key] ?? {})];
	}
}

/**
 * Whom an execution has created, or may have updated, for its later runs: a search may not show
 * that yet.
 */
export function keptPeople(execution: Pick<NodeExecution, 'kept'>, tenantId: string): KnownPeople {
	const kept: KeptData & { people?: Record<string, SavedPeople> } = execution.kept;
	return new KnownPeople(undefined, ((kept.people ??= {})[tenantId] ??= nobody()));
}
