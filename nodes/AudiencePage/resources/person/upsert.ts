import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun, RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { additionalFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { bodyOf, requestRouting } from '../../fields/routing';
import { beginningWith, isEmpty } from '../../shared/values';
import { UnknownOutcomeError } from '../../transport/errors';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';
import type { Operation } from '../operation';
import { RecentRecords } from '../recentRecords';
import { mapColumns, missingValue } from './columns';
import { details, invalidValues, matchOn, nameIfNew, PERSON } from './fields';
import { allPeopleOf, findPeople, onlyPerson, pathOfPerson } from './findPeople';
import { byMatch, findBy, matchIn, matchValue, neededToMatch, sendMatchValue } from './matchFields';
import { differences, matchKey, type Match, type Person } from './matching';

const overwrite: Setting<ChoiceField<'always' | 'onlyEmpty'>> = {
	displayName: 'Overwrite',
	name: 'overwrite',
	type: 'options',
	noDataExpression: true,
	default: 'always',
	description: 'Which fields of an existing person may change',
	options: [
		{ name: 'Always', value: 'always', description: 'Set every field that has another value here' },
		{
			name: 'Only Empty Fields',
			value: 'onlyEmpty',
			description: 'Fill what is empty. The rest stays.',
		},
	],
};

type Context = IExecutePaginationFunctions;

interface Upserted {
	/** As they are now. */
	person: Person;
	outcome: 'created' | 'updated' | 'unchanged';
	/** For each field that was sent, its value before and after. */
	changes: IDataObject;
}

/** Whom this process has written, by what they are matched on. */
const recentPeople = new RecentRecords<Person>();

/** On what the items of a run so far are matched. */
const matchedOf = perRun(() => new Set<string>());

const changesFrom = (before: IDataObject, sent: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(sent).map(([field, to]) => [field, { from: before[field] ?? null, to }]),
	);

/** A person whom nobody matches can only be created with a name. */
function mustHaveName(context: Context, wanted: IDataObject): void {
	if (!isEmpty(wanted.name)) return;
	const why = 'nobody matches, and a new person needs a name';
	const leftOut = RunScope.of(context).leftOut.get(context.getItemIndex())?.name;
	if (leftOut === undefined) throw missingValue(context, { name: 'name', why });
	const rule = `is missing: ${why}. ${leftOut}`;
	throw fieldError(context, nameIfNew.displayName, rule, { nothingWas: 'done' });
}

const MAY_BE_THERE =
	'may belong to a person who was just created, but cannot be found yet. Run it again in five minutes, or check in Audience Page';

/** Finds, updates or creates the person whom one item is about. */
class Upsert {
	private readonly wanted: IDataObject;
	private readonly match: Match;
	private readonly isOnlyEmpty: boolean;
	private readonly run: RunScope;

	constructor(
		private readonly context: Context,
		private readonly requestData: RequestData,
	) {
		this.run = RunScope.of(context);
		this.wanted = bodyOf(requestData.options);
		this.match = matchIn(this.wanted, context);
		const path = `options.${overwrite.name}`;
		this.isOnlyEmpty = chosenOption(context, overwrite, path) === 'onlyEmpty';
	}

	/** @throws NodeOperationError if it is uncertain who it is */
	async perform(): Promise<Upserted> {
		const { context, match } = this;
		const key = await recentPeople.keyOf(context, matchKey(match));
		return await recentPeople.inTurn(key, async () => {
			this.noteRepeated(key);
			const person = await this.find(key);
			return person === undefined ? await this.create(key) : await this.update(key, person);
		});
	}

	/** For the hint that names items about a person whom an earlier one is about. */
	private noteRepeated(key: string): void {
		const { context, run } = this;
		const matched = matchedOf(context);
		if (matched.has(key)) run.repeated.push(context.getItemIndex());
		matched.add(key);
	}

	private async find(key: string): Promise<Person | undefined> {
		const { context, match, requestData } = this;
		const { people, readAt } = await findPeople(context, requestData, match);
		const person = recentPeople.newest(key, onlyPerson(context, people, match), readAt);
		if (person !== undefined || !recentPeople.isInDoubt(key)) return person;
		const { label, value } = match;
		throw fieldError(context, label, MAY_BE_THERE, { value, nothingWas: 'done' });
	}

	private async create(key: string): Promise<Upserted> {
		const { context, wanted } = this;
		mustHaveName(context, wanted);
		const response = await this.send({}).catch((error: Error) => {
			if (error instanceof UnknownOutcomeError) this.doubt(key);
			throw error;
		});
		const person = beginningWith(response, wanted) as Person;
		this.remember(key, person);
		return { person, outcome: 'created', changes: changesFrom({}, wanted) };
	}

	private async update(key: string, person: Person): Promise<Upserted> {
		const different = this.differencesOf(person);
		if (Object.keys(different).length === 0) return { person, outcome: 'unchanged', changes: {} };
		const url = pathOfPerson(this.context, person);
		const sending = this.send({ method: 'PATCH', url, body: different });
		const response = await sending.catch((error: Error) => {
			this.doubt(key);
			throw error;
		});
		const updated = { ...person, ...different, ...response };
		this.remember(key, updated);
		return { person: updated, outcome: 'updated', changes: changesFrom(person, different) };
	}

	/** What the person has otherwise; with *Only Empty Fields*, what they lack. */
	private differencesOf(person: Person): IDataObject {
		const different = differences(person, this.wanted);
		if (!this.isOnlyEmpty) return different;
		return Object.fromEntries(
			Object.entries(different).filter(([field]) => isEmpty(person[field])),
		);
	}

	private async send(options: Partial<RequestData['options']>): Promise<IDataObject> {
		const request = withOptions(this.requestData, options);
		const [response] = await this.context.makeRoutingRequest(request);
		return response?.json ?? {};
	}

	private remember(key: string, person: Person): void {
		if (!this.run.isPreview) recentPeople.wrote(key, person);
	}

	/** After a write that may be done. */
	private doubt(key: string): void {
		recentPeople.doubt(key);
		allPeopleOf(this.context).forget();
	}
}

const PREVIEWED = { created: 'wouldCreate', updated: 'wouldUpdate', unchanged: 'unchanged' };

/** Sends only what differs; items find whom earlier ones created. */
const createOrUpdate: RequestFlow = async function (requestData) {
	const { person, outcome, changes } = await new Upsert(this, requestData).perform();
	const { personId = null, name = null, email = null } = person;
	const shown = { outcome: PREVIEWED[outcome], personId, name, email, changes };
	RunScope.of(this).addToPreview(this.getItemIndex(), shown);
	return [{ json: beginningWith({ outcome, changes, personId: person.personId }, person) }];
};

export const upsertPerson: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update person',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: requestRouting('POST', '/v0/persons', createOrUpdate),
	},
	fields: [
		...dataToSend(mapColumns(neededToMatch)),
		matchOn,
		{ ...matchValue, displayOptions: ifDefined },
		{ ...nameIfNew, displayOptions: { hide: { ...ifDefined.hide, matchOn: ['name'] } } },
		{ ...additionalFields(...details), displayOptions: ifDefined },
	],
	options: [findBy, invalidValues, overwrite, phoneCountryCode],
	record: { ...PERSON, added: ['outcome', 'changes'] },
	afterFields: [sendMatchValue],
	orderingKeys: byMatch,
	isRepeatable: () => true,
};
