import type { IDataObject } from 'n8n-workflow';

import { nodeContextData, type NodeContext, type NodeContextData } from '../../execution/idempotencyKeys';
import { isEmpty } from '../../shared/values';
import { matchKeys, type Person } from './matching';

/** A person who was written before, by another run of the node. */
export interface KnownPerson {
	person: Person;
	/** Keys of matches that find them, beside those of their values: of what was sent, if the service has made something else of it. */
	otherKeys?: string[];
	/** Fields whose values are not known, after an update that has failed. */
	unknownFields?: string[];
}

interface KeptByTenant {
	people?: Record<string, KnownPerson>;
	/** The keys of the matches for people who may have been created though they were not found. */
	uncertain?: Record<string, true>;
}

interface PeopleContextData extends NodeContextData {
	/** By the ID of the tenant. */
	people?: Record<string, KeptByTenant>;
}

/**
 * The people of one tenant whom an execution has made findable: those whom it has created, and those who got a value that
 * others are matched on. The service's search may not show them for a while, so the node's later runs in the execution
 * find them here. n8n keeps it with the execution, however a run ends; so it holds nobody else.
 */
export class KeptPeople {
	constructor(
		private readonly context: NodeContext,
		private readonly tenantId: string,
	) {}

	get people(): KnownPerson[] {
		return Object.values(this.kept?.people ?? {});
	}

	get uncertain(): string[] {
		return Object.keys(this.kept?.uncertain ?? {});
	}

	/**
	 * Keeps a person as the execution has left them.
	 *
	 * @param foundBy keys of all matches that find them
	 * @param before as they were found before they were written; none if they are new
	 * @param unknownFields fields whose values are not known now
	 */
	keep(person: Person, foundBy: Iterable<string>, before?: Person, unknownFields: string[] = []): void {
		const ownKeys = matchKeys(person);
		const knownKeys = before ? matchKeys(before) : [];
		const isFindableAsBefore = [...foundBy].every((key) => knownKeys.includes(key));
		const isKept = Object.hasOwn(this.kept?.people ?? {}, person.personId);
		if (isFindableAsBefore && unknownFields.length === 0 && !isKept) return;

		const otherKeys = [...foundBy].filter((key) => !ownKeys.includes(key));
		const people = (this.toWrite.people ??= {});
		people[person.personId] = {
			person,
			...(otherKeys.length > 0 && { otherKeys }),
			...(unknownFields.length > 0 && { unknownFields }),
		};
	}

	/** Keeps that matches with these keys may find somebody who is not found yet. */
	markUncertain(keys: string[]): void {
		const uncertain = (this.toWrite.uncertain ??= {});
		for (const key of keys) uncertain[key] = true;
	}

	private get contextData(): PeopleContextData {
		return nodeContextData(this.context);
	}

	private get kept(): KeptByTenant | undefined {
		return this.contextData.people?.[this.tenantId];
	}

	private get toWrite(): KeptByTenant {
		const tenants = (this.contextData.people ??= {});
		return (tenants[this.tenantId] ??= {});
	}
}

/** The person with only those values that are known: of the other fields, nobody knows whether they have one. */
export const certainOf = ({ person, unknownFields = [] }: KnownPerson): Person => ({
	...person,
	...Object.fromEntries(unknownFields.map((field) => [field, undefined])),
});

/** What is known before a run: what the previous attempt at it has left, and the execution. Of both, the latter is newer. */
export function knownPeople(previous: IDataObject[], kept: KnownPerson[]): KnownPerson[] {
	const ids = new Set(kept.map(({ person }) => person.personId));
	const others = (previous as Person[]).filter(({ personId }) => isEmpty(personId) || !ids.has(personId));
	return [...others.map((person) => ({ person })), ...kept];
}
