import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { isPermanentError } from '../../execution/itemResults';
import type { OperationFlow, Preview } from '../../execution/runScope';
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
import { byMatch, findBy, findByOf, matchIn, matchValue, sendMatchValue } from './matchFields';
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

/**
 * Sends only what differs; items find whom earlier ones created. NodeOperationError if it is
 * uncertain who it is.
 */
const createOrUpdate: OperationFlow = async function (requestData, run, preview) {
	const lookup = await lookupOf(this, run);
	const wanted = bodyOf(requestData.options);
	const match = matchIn(wanted, this);
	const how = findByOf(this, match);
	const isOnlyEmpty = chosenOption(this, overwrite, `options.${overwrite.name}`) === 'onlyEmpty';
	const find = async (mustBeNewer?: boolean) =>
		onlyPerson(
			this,
			match.label,
			await lookup.find(this, requestData, match, how, mustBeNewer),
			match.value,
		);
	const which = isOnlyEmpty ? 'earlier' : 'later';
	if (lookup.hasResolved(match))
		addHint(
			this,
			`Several items are the same person: where they differ, the ${which} item counts.`,
		);
	const known = await find();
	const doubt = lookup.doubtOf(known, match);
	const rule = `${doubt}. Check in Audience Page before you run it again`;
	if (doubt) throw fieldError(this, match.label, rule, { value: match.value, nothingWas: 'done' });
	const update = async (person: Person): Promise<Upserted> => {
		const changes = changesTo(wanted, [lookup.otherwise(person) ?? person, person], isOnlyEmpty);
		return await sendChanges(this, requestData, person, changes).catch((error: Error): never => {
			if (!isPermanentError(error)) lookup.markPossiblyUpdated(match, person, changes);
			throw error;
		});
	};
	const create = async (): Promise<Upserted> => {
		if (isEmpty(wanted.name)) {
			const { name: leftOut } = run?.leftOut.get(this.getItemIndex()) ?? {};
			const why = 'nobody matches, and a new person needs a name';
			if (leftOut === undefined) throw missing(this, nameIfNew, why);
			const rule = `is missing: ${why}. ${leftOut}`;
			throw fieldError(this, nameIfNew.displayName, rule, { nothingWas: 'done' });
		}
		return await sendNewPerson(this, requestData, async () => await find(true), update).catch(
			(error: Error): never => {
				if (error instanceof UnknownOutcomeError) lookup.markUncertain(wanted);
				throw error;
			},
		);
	};
	const upserted = known ? await update(known) : await create();
	const { outcome, sent } = upserted;
	const person = preview ? addToPreview(preview, this.getItemIndex(), upserted) : upserted.person;
	if (outcome === 'unchanged') lookup.rememberUnchanged(match, person);
	else lookup.remember(match, person, sent, known === undefined);
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
		...dataToSend(mapColumns(false)),
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
