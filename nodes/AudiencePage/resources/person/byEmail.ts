import { isResourceLocatorValue, type IExecuteSingleFunctions } from 'n8n-workflow';

import { personId } from '../../fields/locators';
import { refusal } from '../../transport/errors';
import type { Paginate } from '../../transport/request';
import { searchPeople, segmentOf, severalPeople } from './find';

/** The email address that the Person field gives in place of an ID, if it does. */
function emailIn(context: IExecuteSingleFunctions): string | undefined {
	const person: unknown = context.getNodeParameter(personId.name, '');
	const isByEmail = isResourceLocatorValue(person)
		? person.mode === 'email'
		: typeof person === 'string' && person.includes('@');
	if (!isByEmail) return undefined;
	return String(context.getNodeParameter(personId.name, '', { extractValue: true }) as string);
}

/**
 * Lets an operation of one person find them by their email address: the address in the path is
 * replaced by the ID of the one person who has it (service interface, section 4.8).
 *
 * @throws NodeOperationError if nobody has the address, or several people have it
 */
export const forPerson = (read: Paginate): Paginate =>
	async function (requestData) {
		const email = emailIn(this);
		if (email === undefined) return await read.call(this, requestData);

		if (email.trim() === '') throw refusal(this, personId.displayName, 'must not be empty');
		const people = await searchPeople(this, requestData, { field: 'email', value: email.trim() });
		const [person, ...others] = people;
		if (person === undefined) {
			const brokenRule = `must exist, and nobody has the email address ${email}`;
			throw refusal(this, personId.displayName, brokenRule, 'done');
		}
		if (others.length > 0) throw severalPeople(this, personId.displayName, people);
		const segment = segmentOf(this, person);
		const inPath = (id: string) => `/persons/${id}`;
		const url = requestData.options.url?.replace(inPath(encodeURIComponent(email)), () => inPath(segment));
		return await read.call(this, { ...requestData, options: { ...requestData.options, url } });
	};
