import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { isEmpty } from '../../transport/isEmpty';
import type { RequestData } from '../../transport/request';
import { readPeople, searchPeople } from './find';
import { keyOf, matching, type Match, type MatchField, type Person } from './match';

/** How the people who match are found: by a search for each item, or in the whole list, read once. */
export type FindBy = 'search' | 'readAll';

type Index = Map<string, Person[]>;

const nameOf = ({ field, value }: Match): string => `${field}:${keyOf(field, value)}`;

function indexed(people: Person[], field: MatchField): Index {
	const index: Index = new Map();
	for (const person of people) {
		if (isEmpty(person[field])) continue;
		const name = nameOf({ field, value: String(person[field] as string) });
		const known = index.get(name);
		if (known) known.push(person);
		else index.set(name, [person]);
	}
	return index;
}

/** The people whom the items of a run find. */
export class People {
	/** As this run has left them, by what they were found by: a search may not see them yet. */
	private readonly written = new Map<string, Person>();
	private everyone?: Promise<Person[]>;
	private readonly indices = new Map<MatchField, Promise<Index>>();

	/** Values of people who may have been created: the answer was lost, and a look did not find them. */
	private readonly inDoubt = new Set<string>();

	/**
	 * @param earlier those whom an earlier try of this run has written
	 * @param sentEarlier what it has sent, and may have created people with
	 */
	constructor(
		private readonly earlier: Person[],
		private readonly sentEarlier: Person[],
	) {}

	/** Has later items know that the person may have been created. */
	doubt(match: Match): void {
		this.inDoubt.add(nameOf(match));
	}

	/** Whether a person who is not found may have been created all the same. */
	mayBeThere(match: Match): boolean {
		return this.inDoubt.has(nameOf(match)) || matching(this.sentEarlier, match).length > 0;
	}

	/** Lets later items find a person as the service has just given them. */
	remember(match: Match, person: Person): void {
		this.written.set(nameOf(match), person);
	}

	/**
	 * The people who match.
	 *
	 * @throws NodeApiError if the service does not give them
	 */
	async find(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		findBy: FindBy,
	): Promise<Person[]> {
		const written = this.written.get(nameOf(match));
		if (written !== undefined) return [written];

		const found =
			findBy === 'search'
				? await searchPeople(context, requestData, match)
				: await this.inEveryone(context, requestData, match);
		return found.length > 0 ? found : matching(this.earlier, match);
	}

	/** Has the whole list read again, for it may be out of date. */
	forgetEveryone(): void {
		this.everyone = undefined;
		this.indices.clear();
	}

	private async inEveryone(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
	): Promise<Person[]> {
		this.everyone ??= readPeople(context, requestData);
		const { everyone } = this;
		const index = this.indices.get(match.field) ?? everyone.then((people) => indexed(people, match.field));
		this.indices.set(match.field, index);
		return (await index).get(nameOf(match)) ?? [];
	}
}
