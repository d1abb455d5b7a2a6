import { isResourceLocatorValue, type IExecuteSingleFunctions } from 'n8n-workflow';

import { fieldError } from '../../fields/fieldError';
import { personId } from '../../fields/ids';
import { removeInvisible } from '../../fields/normalize';
import type { RequestFlow } from '../../transport/request';
import { ambiguousMatchError, personPathSegment, searchPeople } from './personLookup';

/**
 * The email address in the Person field, if there is one. A value with an @ is one in every mode: a value that
 * is dragged into the field, or given by an agent, may come without the right mode.
 */
function emailOf(context: IExecuteSingleFunctions): string | undefined {
	const person: unknown = context.getNodeParameter(personId.name, '');
	const given = context.getNodeParameter(personId.name, '', { extractValue: true });
	const text = removeInvisible(String(given as string));
	const isByEmail = isResourceLocatorValue(person) && person.mode === 'email';
	return isByEmail || text.includes('@') ? text : undefined;
}

/** The path with another person in it. */
const pathFor = (segment: string, path = ''): string =>
	path.replace(/^\/v0\/persons\/[^/]*/, () => `/v0/persons/${segment}`);

/**
 * A flow of up to two requests: if the Person field has an email address, the person is searched for first,
 * and their ID takes its place in the path of the request (service interface, section 4.8).
 *
 * @throws NodeOperationError if nobody has the address, or several people have it
 */
export const withEmailLookup = (flow: RequestFlow): RequestFlow =>
	async function (requestData) {
		const email = emailOf(this);
		if (email === undefined) return await flow.call(this, requestData);

		if (email === '') throw fieldError(this, personId.displayName, 'must not be empty');
		const people = await searchPeople(this, requestData, { field: 'email', value: email });
		const [person, ...others] = people;
		if (person === undefined) {
			const brokenRule = `not found: no person has the email ${email}. Check the email, or use the person's ID`;
			throw fieldError(this, personId.displayName, brokenRule, { nothingWas: 'done' });
		}
		if (others.length > 0) throw ambiguousMatchError(this, personId.displayName, people);
		const url = pathFor(personPathSegment(this, person), requestData.options.url);
		return await flow.call(this, { ...requestData, options: { ...requestData.options, url } });
	};
