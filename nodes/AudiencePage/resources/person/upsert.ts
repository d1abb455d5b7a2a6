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
import { mapColumns, missing } from './columns';
import { details, invalidValues, matchOn, nameIfNew, PERSON } from './fields';
import { findPeople } from './findPeople';
import { byMatch, findBy, matchIn, matchValue, neededToMatch, sendMatchValue } from './matchFields';
import { differences, matchKey, type Match, type Person } from './matching';
import { onlyPerson, personPathSegment } from './searchPeople';

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

async function sendPerson(
	context: Context,
	requestData: RequestData,
	changed: Partial<RequestData['options']> = {},
): Promise<Person> {
	const [response] = await context.makeRoutingRequest(withOptions(requestData, changed));
	return (response?.json ?? {}) as Person;
}

/** A person whom nobody matches can only be created with a name. */
function checkName(context: Context, wanted: IDataObject): void {
	if (!isEmpty(wanted.name)) return;
	const { name: leftOut } = RunScope.of(context).leftOut.get(context.getItemIndex()) ?? {};
	const why = 'nobody matches, and a new person needs a name';
	if (leftOut === undefined) throw missing(context, nameIfNew, why);
	const rule = `is missing: ${why}. ${leftOut}`;
	throw fieldError(context, nameIfNew.displayName, rule, { nothingWas: 'done' });
}

/** Finds, updates or creates whom one item is about. */
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
		const key = await recentPeople.keyOf(this.context, matchKey(this.match));
		return await recentPeople.inTurn(key, async () => await this.updateOrCreate(key));
	}

	private async updateOrCreate(key: string): Promise<Upserted> {
		const { context, run, wanted } = this;
		const matched = matchedOf(context);
		if (matched.has(key)) run.repeated.push(context.getItemIndex());
		matched.add(key);
		const person = await this.find(key);
		if (person !== undefined) return await this.update(key, person);
		checkName(context, wanted);
		return await this.create(key);
	}

	private async find(key: string): Promise<Person | undefined> {
		const { context, match, requestData } = this;
		const notBefore = recentPeople.doubtedSince(key);
		const search = { match, notBefore };
		const { people, readAt } = await findPeople(context, requestData, search);
		const found = onlyPerson(context, match.label, people, match.value);
		const person = recentPeople.newest(key, found, readAt);
		if (person !== undefined || !recentPeople.mayExist(key)) return person;
		const rule =
			'may belong to a person who was just created, but cannot be found yet. Run it again in five minutes, or check in Audience Page';
		throw fieldError(context, match.label, rule, { value: match.value, nothingWas: 'done' });
	}

	/** What the person has otherwise; with *Only Empty Fields*, what they lack. */
	private differencesOf(person: Person): IDataObject {
		const mayChange = (field: string) => !this.isOnlyEmpty || isEmpty(person[field]);
		return Object.fromEntries(
			Object.entries(differences(person, this.wanted)).filter(([field]) => mayChange(field)),
		);
	}

	private async update(key: string, person: Person): Promise<Upserted> {
		const { context, requestData, run } = this;
		const sent = this.differencesOf(person);
		if (Object.keys(sent).length === 0) return { person, outcome: 'unchanged', changes: {} };
		const changes = changesFrom(person, sent);
		const url = `/v0/persons/${personPathSegment(context, person)}`;
		const sending = sendPerson(context, requestData, { method: 'PATCH', url, body: sent });
		const response = await sending.catch((error: Error) => {
			recentPeople.doubt(key);
			throw error;
		});
		// The person's ID stays, even if the response lacks it.
		const updated = { ...person, ...sent, ...response, personId: person.personId };
		if (!run.isPreview) recentPeople.wrote(key, updated);
		return { person: updated, outcome: 'updated', changes };
	}

	private async create(key: string): Promise<Upserted> {
		const { context, requestData, run, wanted } = this;
		const response = await sendPerson(context, requestData).catch((error: Error) => {
			if (error instanceof UnknownOutcomeError) recentPeople.doubt(key);
			throw error;
		});
		const person = beginningWith(response, wanted) as Person;
		if (!run.isPreview) recentPeople.wrote(key, person);
		return { person, outcome: 'created', changes: changesFrom({}, wanted) };
	}
}

const PREVIEWED = { created: 'wouldCreate', updated: 'wouldUpdate', unchanged: 'unchanged' };

/** Sends only what differs; items find whom earlier ones created. */
const createOrUpdate: RequestFlow = async function (requestData) {
	const upsert = new Upsert(this, requestData);
	const { person, outcome, changes } = await upsert.perform();
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
