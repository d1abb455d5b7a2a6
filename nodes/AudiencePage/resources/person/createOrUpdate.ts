import { NodeApiError, NodeOperationError, type IExecutePaginationFunctions } from 'n8n-workflow';

import { previousAttempt } from '../../execution/retryState';
import { bodyOf } from '../../fields/routing';
import { isUnknownOutcome } from '../../transport/apiClient';
import { fieldError } from '../../fields/fieldError';
import type { RequestFlow, RequestData } from '../../transport/request';
import { perTenant } from '../perTenant';
import { waitUnlessCancelled } from '../sharedRead';
import { personPathSegment, ambiguousMatch } from './find';
import { differences, matchOf, type Person } from './match';
import { findByOf, matchValue } from './matchFields';
import { PersonLookup } from './personLookup';

/**
 * How long to wait before each look for a person who may have been created, in milliseconds: a search
 * may be late to see new people.
 */
const LOOKS = [0, 1000, 2000];

const peopleOf = perTenant((context, tenant) => {
	const { written, inDoubt } = previousAttempt(context, tenant);
	return new PersonLookup(written as Person[], inDoubt as Person[]);
});

interface Upserted {
	person: Person;
	outcome: 'created' | 'updated' | 'unchanged';
}

async function send(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	options: Partial<RequestData['options']> = {},
): Promise<Person> {
	const [answer] = await context.makeRoutingRequest({
		...requestData,
		options: { ...requestData.options, ...options },
	});
	return (answer?.json ?? {}) as Person;
}

/** Sends what differs from what is wanted, and nothing if nothing does. */
async function change(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	person: Person,
): Promise<Upserted> {
	const body = differences(person, bodyOf(requestData.options));
	if (Object.keys(body).length === 0) return { person, outcome: 'unchanged' };

	const url = `/v0/persons/${personPathSegment(context, person)}`;
	const answer = await send(context, requestData, { method: 'PATCH', url, body });
	// The ID is theirs, whatever the answer shows of it.
	const { personId } = person;
	return { person: { ...person, ...body, ...answer, personId }, outcome: 'updated' };
}

/** Whether a person may be there though the request that creates them has failed. */
const mayExist = (error: Error): boolean =>
	isUnknownOutcome(error) || (error instanceof NodeApiError && error.httpCode === '409');

/**
 * Creates a person. If the answer is lost, or the service says that they are there already, they are
 * looked for again before that is an error.
 */
async function create(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	findAgain: () => Promise<Person | undefined>,
	update: (person: Person) => Promise<Upserted>,
): Promise<Upserted> {
	const answer = await send(context, requestData).catch((error: Error) => error);
	if (!(answer instanceof Error)) {
		return { person: { ...bodyOf(requestData.options), ...answer }, outcome: 'created' };
	}
	if (!mayExist(answer)) throw answer;

	for (const milliseconds of LOOKS) {
		await waitUnlessCancelled(context, milliseconds);
		const person = await findAgain().catch((error: Error) => {
			throw error instanceof NodeOperationError ? error : answer;
		});
		if (person === undefined) continue;
		const upserted = await update(person);
		const isOurs = isUnknownOutcome(answer) && upserted.outcome === 'unchanged';
		return isOurs ? { ...upserted, outcome: 'created' } : upserted;
	}
	throw answer;
}

/**
 * Creates a person, or updates the one who matches: only what differs is sent, and nothing if nothing
 * does. Items of one run that look for the same person find whom the first of them has created.
 *
 * The request that was put together is the one that creates the person. Gives the person, and what
 * was done as `outcome`: created, updated or unchanged.
 *
 * @throws NodeOperationError if several people match, or if another item may have created the person
 */
export const upsertPerson: RequestFlow = async function (requestData) {
	const people = await peopleOf(this);
	const match = matchOf(this);
	const wanted = bodyOf(requestData.options);
	const findBy = findByOf(this, match);
	const find = async (isAgain?: boolean): Promise<Person | undefined> => {
		const found = await people.find(this, requestData, match, findBy, isAgain);
		if (found.length > 1) throw ambiguousMatch(this, matchValue.displayName, found);
		return found[0];
	};

	const known = await find();
	if (!known && people.mayExist(match)) {
		const rule =
			'may belong to a person who was already created but cannot be found. Check in Audience Page before you retry';
		throw fieldError(this, matchValue.displayName, rule, 'done');
	}
	const update = async (person: Person): Promise<Upserted> =>
		await change(this, requestData, person).catch((error: Error): never => {
			people.markPossiblyUpdated(match, person, wanted);
			throw error;
		});
	const doubt = (error: Error): never => {
		if (isUnknownOutcome(error)) people.markUncertain(wanted);
		throw error;
	};
	const { person, outcome } = known
		? await update(known)
		: await create(this, requestData, async () => await find(true), update).catch(doubt);
	people.remember(match, person, wanted);
	return [{ json: { ...person, outcome } }];
};
