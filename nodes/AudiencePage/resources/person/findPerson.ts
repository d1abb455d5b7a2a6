import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { chosenOption, type ChoiceField } from '../../fields/choice';
import { fieldError } from '../../fields/fieldError';
import type { OperationFlow } from '../../execution/runScope';
import type { RequestData } from '../../transport/request';
import { perTenant } from '../perTenant';
import { checkedMatch, findByOf, matchValue, type FindBy } from './matchFields';
import { matchKey, type Match, type Person } from './matching';
import { ambiguousMatchError, PersonLookup } from './personLookup';

export const ifNotFound: ChoiceField<'error' | 'emptyItem' | 'noItem'> = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'error',
	description: 'What to do if nobody matches',
	options: [
		{ name: 'Fail', value: 'error', description: 'The item fails, as On Error in the settings says' },
		{ name: 'Return an Empty Item', value: 'emptyItem', description: 'One output per input, without fields' },
		{ name: 'Return Nothing', value: 'noItem', description: 'No output for this input' },
	],
};

/** Who was found, for the items of a run: those that look for the same person share what is found. */
class FoundPeople {
	private readonly lookup = new PersonLookup();
	private readonly found = new Map<string, Promise<Person[]>>();

	/** @throws the error of the requests; it is not kept, so that later items ask again */
	async find(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		match: Match,
		findBy: FindBy,
	): Promise<Person[]> {
		const key = `${findBy}:${matchKey(match)}`;
		const known = this.found.get(key);
		if (known) return await known;

		const found = this.lookup.find(context, requestData, match, findBy);
		this.found.set(key, found);
		return await found.catch((error: Error) => {
			this.found.delete(key);
			throw error;
		});
	}
}

const foundPeopleOf = perTenant(() => new FoundPeople());

/**
 * Finds one person, by the same match as Create or Update.
 *
 * @throws NodeOperationError if several people match, or nobody does and the options do not allow that
 */
export const findPerson: OperationFlow = async function (requestData, run) {
	const match = checkedMatch(this);
	const findBy = findByOf(this, match);
	const otherwise = chosenOption(this, ifNotFound, `options.${ifNotFound.name}`);
	const foundPeople = await foundPeopleOf(this, run);
	const people = await foundPeople.find(this, requestData, match, findBy);
	if (people.length > 1) throw ambiguousMatchError(this, matchValue.displayName, people);
	const [person] = people;
	if (person !== undefined) return [{ json: { ...person } }];
	if (otherwise === 'error')
		throw fieldError(this, matchValue.displayName, 'matches nobody. Check the value', {
			value: match.value,
			nothingWas: 'done',
		});
	return otherwise === 'emptyItem' ? [{ json: {} }] : [];
};
