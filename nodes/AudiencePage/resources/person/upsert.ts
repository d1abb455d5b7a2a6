import type { IDataObject } from 'n8n-workflow';

import { isPermanentError } from '../../execution/itemResults';
import type { OperationFlow, Preview } from '../../execution/runScope';
import { chosenOption } from '../../fields/choice';
import { additionalFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { phoneCountryCode } from '../../fields/phoneNumber';
import { bodyOf } from '../../fields/routing';
import { addHint } from '../../shared/hint';
import { isEmpty } from '../../shared/values';
import { UnknownOutcomeError } from '../../transport/errors';
import type { Operation } from '../operation';
import { perTenant } from '../sharedRead';
import { mapColumns, NAME_KEPT } from './columns';
import { details, invalidValues, nameIfNew, PERSON } from './fields';
import { KeptPeople } from './knownPeople';
import { byMatch, findBy, findByOf, matchIn, matchOn, matchValue, sendMatchValue } from './matchFields';
import { normalizedValue, type Person } from './matching';
import { PersonLookup } from './personLookup';
import { onlyPerson } from './searchPeople';
import { changesTo, createPerson, overwrite, updatePerson, type Upserted } from './writePerson';

const lookupOf = perTenant(async (run, tenantId) => {
	const previous = await run.previousAttempt(tenantId);
	return await PersonLookup.ofWriter(previous, new KeptPeople(run.execution, tenantId));
});

/** What a preview calls an outcome. */
const PREVIEWED = { created: 'wouldCreate', updated: 'wouldUpdate', unchanged: 'unchanged' };

/** @returns the person as a real run would leave them: a new one with an ID that stands for theirs */
function addToPreview(
	preview: Preview,
	item: number,
	known: Person | undefined,
	{ person, outcome }: Upserted,
): Person {
	const sent = Object.entries((preview.output.body ?? {}) as IDataObject);
	const changes = Object.fromEntries(
		sent.map(([field, value]) => [field, { from: known?.[field] ?? null, to: value }]),
	);
	const { name: itsName = null, email = null } = person;
	const who = { personId: known?.personId ?? null, name: itsName, email };
	preview.add({ outcome: PREVIEWED[outcome], ...who, changes });
	return known ? person : { ...person, personId: `new-person-of-item-${item}` };
}

/** Whether a name begins or ends with another one, as with a first or last name. */
function hasPart(name: unknown, part: unknown): boolean {
	const [whole, own] = [name, part].map((text) => ` ${normalizedValue('name', text).toLowerCase()} `);
	return whole !== undefined && own !== undefined && (whole.startsWith(own) || whole.endsWith(own));
}

/**
 * Creates a person, by the request that was put together, or updates the one who matches: only what differs is sent, and
 * nothing if nothing does. Items of one run that look for the same person find whom the first of them has created.
 *
 * @throws NodeOperationError if several people match, or if another item may have created the person
 */
const createOrUpdate: OperationFlow = async function (requestData, run, preview) {
	const lookupOfWritten = await lookupOf(this, run);
	const lookup = preview ? lookupOfWritten.ofPreviews : lookupOfWritten;
	const wanted = bodyOf(requestData.options);
	const match = matchIn(wanted, this);
	const how = findByOf(this, match);
	const isOnlyEmpty = chosenOption(this, overwrite, `options.${overwrite.name}`) === 'onlyEmpty';
	const find = async (mustBeNewer?: boolean): Promise<Person | undefined> =>
		onlyPerson(this, matchValue.displayName, await lookup.find(this, requestData, match, how, mustBeNewer));

	const known = await find();
	const doubt = lookup.doubtOf(known, match);
	if (doubt !== undefined) {
		const rule = `${doubt}. Check in Audience Page before you retry`;
		throw fieldError(this, matchValue.displayName, rule, { nothingWas: 'done' });
	}
	const update = async (person: Person): Promise<Upserted> => {
		const changes = changesTo(wanted, [lookup.otherwise(person) ?? person, person], isOnlyEmpty);
		if (run?.partialNames.has(this.getItemIndex()) && hasPart(person.name, changes.name)) {
			delete changes.name;
			addHint(this, NAME_KEPT);
		}
		return await updatePerson(this, requestData, person, changes).catch((error: Error): never => {
			if (!isPermanentError(error)) lookup.markPossiblyUpdated(match, person, changes);
			throw error;
		});
	};
	const create = async (): Promise<Upserted> => {
		if (isEmpty(wanted.name)) {
			const rule = 'must not be empty: nobody matches, and a new person needs a name';
			throw fieldError(this, nameIfNew.displayName, rule, { nothingWas: 'done' });
		}
		return await createPerson(this, requestData, async () => await find(true), update).catch(
			(error: Error): never => {
				if (error instanceof UnknownOutcomeError) lookup.markUncertain(match, wanted);
				throw error;
			},
		);
	};
	const upserted = known ? await update(known) : await create();
	const { outcome, sent = wanted } = upserted;
	const person = preview ? addToPreview(preview, this.getItemIndex(), known, upserted) : upserted.person;
	if (outcome === 'unchanged') lookup.rememberUnchanged(match, person);
	else lookup.remember(match, person, sent, known);
	const done = { personId: person.personId, outcome };
	return [{ json: { ...done, ...person, ...done } }];
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update person',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: {
			request: { method: 'POST', url: '/v0/persons' },
			operations: { pagination: createOrUpdate },
		},
	},
	fields: [
		...dataToSend(mapColumns('newOrKnown')),
		matchOn,
		{ ...matchValue, displayOptions: ifDefined },
		{ ...nameIfNew, displayOptions: { hide: { ...ifDefined.hide, matchOn: ['name'] } } },
		{ ...additionalFields(...details), displayOptions: ifDefined },
	],
	options: [findBy, invalidValues, overwrite, phoneCountryCode],
	record: { ...PERSON, added: ['outcome'] },
	afterFields: [sendMatchValue],
	orderingKeys: byMatch,
	isIdempotent: true,
	looksFirst: true,
};
