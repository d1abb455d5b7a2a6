import { isResourceLocatorValue, type IExecuteSingleFunctions } from 'n8n-workflow';

import { personId } from '../../fields/locators';
import { fieldError } from '../../fields/fieldError';
import type { RequestFlow } from '../../transport/request';
import { searchPeople, personPathSegment, ambiguousMatch } from './find';

/**
 * The email address that the Person field gives in place of an ID, if it does: a text with an @ is one
 * whatever the mode, since a field that is dragged there, or an agent, chooses none.
 */
function emailIn(context: IExecuteSingleFunctions): string | undefined {
	const person: unknown = context.getNodeParameter(personId.name, '');
	const given = context.getNodeParameter(personId.name, '', { extractValue: true });
	const text = String(given as string).trim();
	const isByEmail = isResourceLocatorValue(person) && person.mode === 'email';
	return isByEmail || text.includes('@') ? text : undefined;
}

/** The path with another person in it. */
const pathFor = (segment: string, path = ''): string =>
	path.replace(/^\/v0\/persons\/[^/]*/, () => `/v0/persons/${segment}`);

/**
 * Lets an operation of one person find them by their email address: the address in the path is
 * replaced by the ID of the one person who has it (service interface, section 4.8).
 *
 * @throws NodeOperationError if nobody has the address, or several people have it
 */
export const withEmailLookup = (read: RequestFlow): RequestFlow =>
	async function (requestData) {
		const email = emailIn(this);
		if (email === undefined) return await read.call(this, requestData);

		if (email === '') throw fieldError(this, personId.displayName, 'must not be empty');
		const people = await searchPeople(this, requestData, { field: 'email', value: email });
		const [person, ...others] = people;
		if (person === undefined) {
			const brokenRule = `not found: no person has the email ${email}`;
			throw fieldError(this, personId.displayName, brokenRule, 'done');
		}
		if (others.length > 0) throw ambiguousMatch(this, personId.displayName, people);
		const url = pathFor(personPathSegment(this, person), requestData.options.url);
		return await read.call(this, { ...requestData, options: { ...requestData.options, url } });
	};
