import type { KeptData, NodeExecution } from '../../execution/nodeExecution';
import { isTurnOver, nextTurn } from '../../shared/turns';
import { matchKeys, type Person } from './matching';
import { WrittenPeople, type Written } from './writtenPeople';

/** A person as an execution has left them. */
interface KeptPerson {
	person: Person;
	/** Keys of matches that find them, beside those of their values: of what was sent, if the service has made something else of it. */
	otherKeys?: string[];
	/** Keys of matches that have found them before they were changed. */
	formerKeys?: string[];
	/** Fields whose values are not known, after an update that has failed. */
	unknownFields?: string[];
}

interface KeptByTenant {
	people?: Record<string, KeptPerson>;
	/** By the key of a match for a person who may have been created though they were not found: all of their keys. */
	uncertain?: Record<string, string[]>;
}

interface PeopleContextData extends KeptData {
	/** By the ID of the tenant. */
	people?: Record<string, KeptByTenant>;
}

/** The kept people by their matches, as long as a process has the execution: a loop does not go through all of them each time. */
const indexes = new WeakMap<KeptByTenant, WrittenPeople>();

/** The person with only those values that are known: of the other fields, nobody knows whether they have one. */
export const certainOf = (person: Person, unknownFields: string[]): Person => ({
	...person,
	...Object.fromEntries(unknownFields.map((field) => [field, undefined])),
});

const asWritten = ({ person, otherKeys = [], formerKeys, unknownFields }: KeptPerson): Written => ({
	person,
	keys: new Set([...matchKeys(person), ...otherKeys]),
	formerKeys: formerKeys && new Set(formerKeys),
	certain: unknownFields && certainOf(person, unknownFields),
});

/**
 * The people of one tenant whom an execution has made findable: those whom it has created, and those who got a value that
 * others are matched on. The service's search may not show them for a while, so the node's later runs in the execution
 * find them here. n8n keeps it with the execution, however a run ends; so it holds nobody else.
 */
export class KeptPeople {
	constructor(
		private readonly execution: Pick<NodeExecution, 'kept'>,
		private readonly tenantId: string,
	) {}

	/** Those who are kept so far. */
	async people(): Promise<WrittenPeople> {
		const { kept } = this;
		const known = kept && indexes.get(kept);
		if (known) return known;

		const people = new WrittenPeople();
		for (const one of Object.values(kept?.people ?? {})) {
			if (isTurnOver()) await nextTurn();
			people.set(asWritten(one));
		}
		if (kept) indexes.set(kept, people);
		return people;
	}

	/** All keys of somebody whom the match with this key may find, though not yet; undefined if there is nobody. */
	uncertainKeys(key: string): string[] | undefined {
		const { uncertain = {} } = this.kept ?? {};
		return Object.hasOwn(uncertain, key) ? uncertain[key] : undefined;
	}

	/**
	 * Keeps a person as the execution has left them.
	 *
	 * @param foundBy keys of all matches that find them
	 * @param before as they were found before they were written; none if they are new
	 * @param unknownFields fields whose values are not known now
	 */
	keep(person: Person, foundBy: Iterable<string>, before?: Person, unknownFields: string[] = []): void {
		const knownKeys = before ? matchKeys(before) : [];
		const isFindableAsBefore = [...foundBy].every((key) => knownKeys.includes(key));
		const people = this.kept?.people ?? {};
		const earlier = Object.hasOwn(people, person.personId) ? people[person.personId] : undefined;
		if (isFindableAsBefore && unknownFields.length === 0 && earlier === undefined) return;

		const ownKeys = matchKeys(person);
		const otherKeys = [...foundBy].filter((key) => !ownKeys.includes(key));
		const formerKeys = [...new Set([...(earlier?.formerKeys ?? []), ...knownKeys])].filter(
			(key) => !ownKeys.includes(key) && !otherKeys.includes(key),
		);
		const keptPerson = {
			person,
			...(formerKeys.length > 0 && { formerKeys }),
			...(otherKeys.length > 0 && { otherKeys }),
			...(unknownFields.length > 0 && { unknownFields }),
		};
		const { toWrite } = this;
		toWrite.people ??= {};
		toWrite.people[person.personId] = keptPerson;
		indexes.get(toWrite)?.set(asWritten(keptPerson));
	}

	/** Keeps that matches with these keys may find somebody who is not found yet. */
	markUncertain(keys: string[]): void {
		const uncertain = (this.toWrite.uncertain ??= {});
		for (const key of keys) uncertain[key] = keys;
	}

	private get contextData(): PeopleContextData {
		return this.execution.kept;
	}

	private get kept(): KeptByTenant | undefined {
		return this.contextData.people?.[this.tenantId];
	}

	private get toWrite(): KeptByTenant {
		const tenants = (this.contextData.people ??= {});
		return (tenants[this.tenantId] ??= {});
	}
}
