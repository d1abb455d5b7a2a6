import { isResourceLocatorValue, type IExecuteSingleFunctions } from 'n8n-workflow';

import { personId } from '../../fields/locators';
import { refusal } from '../../transport/errors';
import type { Paginate } from '../../transport/request';
import { searchPeople, segmentOf, severalPeople } from './find';

/** Whether the field is as n8n has it where a model fills it in: an expression in place of a choice from the list. */
function isFilledIn(context: IExecuteSingleFunctions): boolean {
	const raw = context.getNode().parameters[personId.name];
	return isResourceLocatorValue(raw) && raw.mode === 'list' && String(raw.value).startsWith('=');
}

/** The email address that the Person field gives in place of an ID, if it does. */
function emailIn(context: IExecuteSingleFunctions): string | undefined {
	const person: unknown = context.getNodeParameter(personId.name, '');
	const text = String(context.getNodeParameter(personId.name, '', { extractValue: true }) as string).trim();
	const isText = !isResourceLocatorValue(person) || isFilledIn(context);
	const isByEmail = isText ? text.includes('@') : person.mode === 'email';
	return isByEmail ? text : undefined;
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

		if (email === '') throw refusal(this, personId.displayName, 'must not be empty');
		const people = await searchPeople(this, requestData, { field: 'email', value: email });
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
