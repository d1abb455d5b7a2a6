import { perRun, type OperationFlow, type RunScope } from '../../execution/runScope';
import { fieldError } from '../../fields/fieldError';
import { forEachInTurns, isTurnOver, nextTurn } from '../../shared/turns';
import type { RequestData } from '../../transport/request';
import { findByOf } from './matchFields';
import { addByKey, matchKey, type Match, type Person } from './matching';
import { readSearch, searchPeople } from './searchPeople';

type Context = ThisParameterType<OperationFlow>;

/** Everyone, as read once for a run, by the keys of matches. */
class AllPeople {
	private readonly byKey = new Map<string, Person[]>();
	private isComplete = false;
	private reading?: Promise<void>;

	async find(context: Context, requestData: RequestData, match: Match): Promise<Person[]> {
		await (this.reading ??= this.read(context, requestData).catch((error: Error) => {
			// Later items read again.
			this.reading = undefined;
			throw error;
		}));
		// All items that wait for it would go on in one turn.
		if (isTurnOver()) await nextTurn();
		const found = this.byKey.get(matchKey(match)) ?? [];
		if (found.length > 0 || this.isComplete) return found;
		// If people are deleted while the list is read, others can move to a page that was read before.
		const rule =
			'may be that of a person whom the service counts, but did not list. Run it again, or choose Options > Find By > Search';
		throw fieldError(context, match.label, rule, { value: match.value, nothingWas: 'done' });
	}

	private async read(context: Context, requestData: RequestData): Promise<void> {
		const { people, totalCount } = await readSearch(context, requestData, {});
		await forEachInTurns(people, (person) => addByKey(this.byKey, person));
		this.isComplete = people.length >= totalCount;
	}
}

const allPeopleOf = perRun(() => new AllPeople());

/** Those who have the value, as the option *Find By* says: by a search, or among all people. */
export async function findPeople(
	context: Context,
	requestData: RequestData,
	run: RunScope | undefined,
	match: Match,
): Promise<Person[]> {
	if (findByOf(context, match) === 'search') return await searchPeople(context, requestData, match);
	return await allPeopleOf(context, run).find(context, requestData, match);
}
