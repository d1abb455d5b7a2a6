import { NodeApiError, NodeOperationError, type IExecutePaginationFunctions } from 'n8n-workflow';

import { isPermanentError } from '../../execution/itemResults';
import type { OperationFlow } from '../../execution/runScope';
import { additionalFields } from '../../fields/collections';
import { dataToSend, ifDefined } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { hasUnknownOutcome } from '../../transport/apiClient';
import type { RequestData } from '../../transport/request';
import type { Operation } from '../operation';
import { PERSON } from '../records';
import { perTenant } from '../perTenant';
import { waitUnlessCanceled } from '../sharedRead';
import { mapColumns } from './columns';
import { domain, email, linkedinProfileUrl, name, phoneNumber } from './fields';
import { KeptPeople } from './keptPeople';
import { byMatch, findBy, findByOf, matchIn, matchOn, matchValue, sendMatchValue } from './matchFields';
import { differences, type Person } from './matching';
import { PeopleBefore } from './peopleBefore';
import { ambiguousMatchError, PersonLookup } from './personLookup';
import { changesTo, overwrite, overwriteOf, sendPerson, updatePerson, type Upserted } from './personUpdate';
import { previewUpsert } from './previewUpsert';

/**
 * How long to wait before each search for a person who may have been created, in milliseconds: new people
 * may be missing from the service's search at first.
 */
const SEARCH_DELAYS = [0, 1000, 2000];

const lookupOf = perTenant(async (run, tenantId) => {
	const kept = new KeptPeople(run.execution, tenantId);
	const before = await PeopleBefore.of(await run.previousAttempt(tenantId), kept);
	return new PersonLookup(before, kept);
});

/** Whether the request that creates a person may have failed although they exist now. */
const mayHaveBeenCreated = (error: Error): boolean =>
	hasUnknownOutcome(error) || (error instanceof NodeApiError && error.httpCode === '409');

/**
 * Creates a person. If the response is lost, or the service says that they exist, they are searched for
 * again; only if they are not found is that an error.
 */
async function createPerson(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	findAgain: () => Promise<Person | undefined>,
	update: (person: Person) => Promise<Upserted>,
): Promise<Upserted> {
	const created = await sendPerson(context, requestData).catch((error: Error) => error);
	if (!(created instanceof Error)) {
		return { person: { ...bodyOf(requestData.options), ...created }, outcome: 'created' };
	}
	if (!mayHaveBeenCreated(created)) throw created;

	for (const milliseconds of SEARCH_DELAYS) {
		await waitUnlessCanceled(context, milliseconds);
		const person = await findAgain().catch((error: Error) => {
			throw error instanceof NodeOperationError ? error : created;
		});
		if (person === undefined) continue;
		const upserted = await update(person);
		const hasOtherValues = Object.keys(differences(person, bodyOf(requestData.options))).length > 0;
		const isOurs = hasUnknownOutcome(created) && upserted.outcome === 'unchanged' && !hasOtherValues;
		return isOurs ? { ...upserted, outcome: 'created' } : upserted;
	}
	throw created;
}

/**
 * Creates a person, or updates the one who matches: only what differs is sent, and nothing if nothing
 * does. Items of one run that look for the same person find whom the first of them has created.
 *
 * The request that was put together is the one that creates the person.
 *
 * @returns the person, with what was done as `outcome`: created, updated or unchanged
 * @throws NodeOperationError if several people match, or if another item may have created the person
 */
export const upsertPerson: OperationFlow = async function (requestData, run, preview) {
	const lookupOfWritten = await lookupOf(this, run);
	const lookup = preview ? lookupOfWritten.ofPreviews : lookupOfWritten;
	const wanted = bodyOf(requestData.options);
	const match = matchIn(wanted, this);
	const chosenFindBy = findByOf(this, match);
	const mayOverwrite = overwriteOf(this);
	const find = async (mustBeNewer?: boolean): Promise<Person | undefined> => {
		const found = await lookup.find(this, requestData, match, chosenFindBy, mustBeNewer);
		if (found.length > 1) throw ambiguousMatchError(this, matchValue.displayName, found);
		return found[0];
	};

	const known = await find();
	const doubt = lookup.doubtOf(known, match);
	if (doubt !== undefined) {
		const rule = `${doubt}. Check in Audience Page before you retry`;
		throw fieldError(this, matchValue.displayName, rule, { nothingWas: 'done' });
	}
	const update = async (person: Person): Promise<Upserted> => {
		const changes = changesTo(wanted, mayOverwrite, person, lookup.asWrittenBefore(person));
		return await updatePerson(this, requestData, person, changes).catch((error: Error): never => {
			if (!isPermanentError(error)) lookup.markPossiblyUpdated(match, person, changes);
			throw error;
		});
	};
	const markUncertain = (error: Error): never => {
		if (hasUnknownOutcome(error)) lookup.markUncertain(match, wanted);
		throw error;
	};
	const upserted = known
		? await update(known)
		: await createPerson(this, requestData, async () => await find(true), update).catch(markUncertain);
	const { outcome } = upserted;
	const person = preview ? previewUpsert(preview, this.getItemIndex(), known, upserted) : upserted.person;
	if (outcome === 'unchanged') lookup.rememberUnchanged(match, person);
	else lookup.remember(match, person, upserted.sent ?? wanted, known);
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
			operations: { pagination: upsertPerson },
		},
	},
	fields: [
		...dataToSend(mapColumns(name, domain, email, linkedinProfileUrl, phoneNumber)),
		matchOn,
		{ ...matchValue, displayOptions: ifDefined },
		{ ...name, displayOptions: { hide: { ...ifDefined.hide, matchOn: ['name'] } } },
		{
			...additionalFields(domain, email, linkedinProfileUrl, phoneNumber),
			displayOptions: ifDefined,
		},
	],
	options: [findBy, overwrite],
	record: { ...PERSON, added: ['outcome'] },
	afterFields: [sendMatchValue],
	orderingKeys: byMatch,
	isIdempotent: true,
	looksFirst: true,
};
