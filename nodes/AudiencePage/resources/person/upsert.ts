import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { isPermanentError } from '../../execution/itemResults';
import type { OperationFlow, Preview, RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { additionalFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { bodyOf, requestRouting } from '../../fields/routing';
import { addHint } from '../../shared/hint';
import { isEmpty } from '../../shared/values';
import { delay } from '../../transport/delay';
import { UnknownOutcomeError } from '../../transport/errors';
import { withOptions, type RequestData } from '../../transport/request';
import type { Operation } from '../operation';
import { perTenant } from '../sharedRead';
import { mapColumns, missing } from './columns';
import { details, invalidValues, matchOn, nameIfNew, PERSON } from './fields';
import { isUnknown, keptPeople } from './knownPeople';
import {
	byMatch,
	findBy,
	findByOf,
	matchIn,
	matchValue,
	neededToMatch,
	sendMatchValue,
} from './matchFields';
import { differences, type Person } from './matching';
import { PersonLookup } from './personLookup';
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

type Context = ThisParameterType<OperationFlow>;

interface Upserted {
	person: Person;
	outcome: 'created' | 'updated' | 'unchanged';
	/** What was sent; nothing if the person is unchanged. */
	sent: IDataObject;
	before?: Person;
}

async function sendPerson(
	context: Context,
	requestData: RequestData,
	changed: Partial<RequestData['options']> = {},
): Promise<Person> {
	const [response] = await context.makeRoutingRequest(withOptions(requestData, changed));
	return (response?.json ?? {}) as Person;
}

/**
 * What differs from any version (as found, as they may be: which is newer is unknown), or what all
 * lack, or may lack.
 */
export function changesTo(
	wanted: IDataObject,
	versions: Person[],
	isOnlyEmpty: boolean,
): IDataObject {
	const changes = Object.assign(
		{},
		...versions.map((person) => differences(person, wanted)),
	) as IDataObject;
	const isFree = (field: string) =>
		PERSON.fields.includes(field) &&
		versions.every(
			({ [field]: its }) => isEmpty(its) || (isUnknown(its) && its.sent === wanted[field]),
		);
	return Object.fromEntries(
		Object.entries(changes).filter(([field]) => !isOnlyEmpty || isFree(field)),
	);
}

async function sendChanges(
	context: Context,
	requestData: RequestData,
	person: Person,
	changes: IDataObject,
) {
	if (Object.keys(changes).length === 0) return { person, outcome: 'unchanged' as const, sent: {} };

	const url = `/v0/persons/${personPathSegment(context, person)}`;
	const response = await sendPerson(context, requestData, { method: 'PATCH', url, body: changes });
	// The person's ID stays, even if the response lacks it.
	const updated = { ...person, ...changes, ...response, personId: person.personId };
	return { person: updated, outcome: 'updated' as const, sent: changes, before: person };
}

/**
 * Milliseconds to wait before each search for a person who may have been created: at first, a
 * search may miss them.
 */
const SEARCH_DELAYS = [0, 1000, 2000];

/**
 * If the response is lost, or they exist, they are searched for and updated; an error only if
 * nobody is found.
 */
async function sendNewPerson(
	context: Context,
	requestData: RequestData,
	findAgain: () => Promise<Person | undefined>,
	update: (person: Person) => Promise<Upserted>,
): Promise<Upserted> {
	const wanted = bodyOf(requestData.options);
	const created = await sendPerson(context, requestData).catch((error: Error) => error);
	const outcome = 'created';
	if (!(created instanceof Error))
		return { person: { ...wanted, ...created }, outcome, sent: wanted };

	const mayBeThere = created instanceof UnknownOutcomeError;
	const isThere = created instanceof NodeApiError && created.httpCode === '409';
	for (const milliseconds of mayBeThere || isThere ? SEARCH_DELAYS : []) {
		await delay(milliseconds, context.getExecutionCancelSignal());
		const person = await findAgain().catch((error: Error) => {
			throw error instanceof NodeOperationError ? error : created;
		});
		if (person === undefined) continue;
		const upserted = await update(person);
		const isAsWanted = Object.keys(differences(person, wanted)).length === 0;
		return mayBeThere && isAsWanted ? { person: upserted.person, outcome, sent: wanted } : upserted;
	}
	throw created;
}

const lookupOf = perTenant(async (run, tenantId) => {
	if (run.isPreview) return new PersonLookup();
	const previous = await run.previousAttempt(tenantId);
	return await PersonLookup.ofWriter(previous, keptPeople(run.execution, tenantId));
});

const PREVIEWED = { created: 'wouldCreate', updated: 'wouldUpdate', unchanged: 'unchanged' };

const changesIn = ({ sent, before }: Upserted): IDataObject =>
	Object.fromEntries(
		Object.entries(sent).map(([field, value]) => [
			field,
			{ from: before?.[field] ?? null, to: value },
		]),
	);

/**
 * @returns the person as a real run would leave them: a new one with an ID that stands for theirs
 */
function addToPreview(preview: Preview, item: number, upserted: Upserted): Person {
	const { person, outcome } = upserted;
	const { personId = null, name = null, email = null } = person;
	preview.add({ outcome: PREVIEWED[outcome], personId, name, email, changes: changesIn(upserted) });
	return outcome === 'created' ? { ...person, personId: `new-person-of-item-${item}` } : person;
}

/** A person whom nobody matches can only be created with a name. */
function checkName(context: Context, run: RunScope | undefined, wanted: IDataObject): void {
	if (!isEmpty(wanted.name)) return;
	const { name: leftOut } = run?.leftOut.get(context.getItemIndex()) ?? {};
	const why = 'nobody matches, and a new person needs a name';
	if (leftOut === undefined) throw missing(context, nameIfNew, why);
	const rule = `is missing: ${why}. ${leftOut}`;
	throw fieldError(context, nameIfNew.displayName, rule, { nothingWas: 'done' });
}

/** Finds, updates and creates whom one item is about. */
class Upsert {
	private readonly wanted: IDataObject;
	private readonly match: ReturnType<typeof matchIn>;
	private readonly isOnlyEmpty: boolean;
	/** Whether nobody was found at first. */
	private isNew = false;

	constructor(
		private readonly context: Context,
		private readonly requestData: RequestData,
		private readonly lookup: PersonLookup,
	) {
		this.wanted = bodyOf(requestData.options);
		this.match = matchIn(this.wanted, context);
		const path = `options.${overwrite.name}`;
		this.isOnlyEmpty = chosenOption(context, overwrite, path) === 'onlyEmpty';
	}

	/** @throws NodeOperationError if it is uncertain who it is */
	async perform(run: RunScope | undefined): Promise<Upserted> {
		const { context, lookup, match } = this;
		if (lookup.hasResolved(match)) {
			const which = this.isOnlyEmpty ? 'earlier' : 'later';
			const hint = `Several items are the same person: where they differ, the ${which} item counts.`;
			addHint(context, hint);
		}
		const known = await this.find();
		this.checkDoubt(known);
		this.isNew = known === undefined;
		if (known !== undefined) return await this.update(known);
		checkName(context, run, this.wanted);
		return await this.create();
	}

	/** For the items that follow: whom this one has found, and what it has written. */
	remember(person: Person, { outcome, sent }: Upserted): void {
		if (outcome === 'unchanged') this.lookup.rememberUnchanged(this.match, person);
		else this.lookup.remember(this.match, person, sent, this.isNew);
	}

	private async find(mustBeNewer = false): Promise<Person | undefined> {
		const { context, lookup, match, requestData } = this;
		const asked = { ...match, findBy: findByOf(context, match) };
		const people = await lookup.find(context, requestData, asked, mustBeNewer);
		return onlyPerson(context, match.label, people, match.value);
	}

	private checkDoubt(known: Person | undefined): void {
		const { context, match } = this;
		const doubt = this.lookup.doubtOf(known, match);
		if (doubt === undefined) return;
		const rule = `${doubt}. Check in Audience Page before you run it again`;
		throw fieldError(context, match.label, rule, { value: match.value, nothingWas: 'done' });
	}

	private async update(person: Person): Promise<Upserted> {
		const { context, lookup, match, requestData } = this;
		const versions = [lookup.otherwise(person) ?? person, person];
		const changes = changesTo(this.wanted, versions, this.isOnlyEmpty);
		const sending = sendChanges(context, requestData, person, changes);
		return await sending.catch((error: Error): never => {
			if (!isPermanentError(error)) lookup.markPossiblyUpdated(match, person, changes);
			throw error;
		});
	}

	private async create(): Promise<Upserted> {
		const find = async () => await this.find(true);
		const update = async (person: Person) => await this.update(person);
		const sending = sendNewPerson(this.context, this.requestData, find, update);
		return await sending.catch((error: Error): never => {
			if (error instanceof UnknownOutcomeError) this.lookup.markUncertain(this.wanted);
			throw error;
		});
	}
}

/** Sends only what differs; items find whom earlier ones created. */
const createOrUpdate: OperationFlow = async function (requestData, run, preview) {
	const upsert = new Upsert(this, requestData, await lookupOf(this, run));
	const upserted = await upsert.perform(run);
	const person = preview ? addToPreview(preview, this.getItemIndex(), upserted) : upserted.person;
	upsert.remember(person, upserted);
	const { outcome } = upserted;
	const done = { personId: person.personId, outcome, changes: changesIn(upserted) };
	return [{ json: { ...done, ...person, ...done } }];
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
	addsRecord: false,
	looksFirst: true,
};
