import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../../shared/values';
import { parseJsonText } from '../exactJson';
import { fieldErrorAt } from '../fieldError';
import { bodyOf, sentBy } from '../routing';
import type { Member } from './shape';

/** The request with another value in its body, or with none. */
function withValue(request: IHttpRequestOptions, name: string, value: unknown): IHttpRequestOptions {
	const body = { ...bodyOf(request), [name]: value as IDataObject };
	if (value === undefined) delete body[name];
	return { ...request, body };
}

/** A structured field that is sent in the body under its own name, if anything in it was filled. */
export const structured = ({ field, shape }: Member): INodeProperties =>
	sentBy(field, 'body', async function (request) {
		const given = shape.fromForm(bodyOf(request)[field.name], field);
		const errorAt = fieldErrorAt(this, field.displayName);
		const sent = given === undefined ? undefined : shape.fromJson(given, '', errorAt);
		return withValue(request, field.name, sent);
	});

/** The same field as JSON: one expression can give all of it, whereas n8n drops a collection that an expression gives. */
function jsonAlternative({ field, shape, example }: Member): INodeProperties {
	const { name } = field;
	const displayName = `${field.displayName} (JSON)`;
	const jsonField: INodeProperties = {
		displayName,
		name: `${name}Json`,
		type: 'json',
		default: '',
		...(field.type === 'fixedCollection'
			? {
					description: `The complete list as a JSON array, instead of ${field.displayName}. To remove all entries, enter [].`,
					// Unlike a placeholder, it can be copied.
					hint: `${field.description}. Example: ${example}`,
				}
			: { description: `All values as one JSON object, instead of ${field.displayName}` }),
	};
	return sentBy(jsonField, 'body', async function (request) {
		const { [jsonField.name]: given, ...body } = bodyOf(request);
		if (isEmpty(given)) return { ...request, body };
		const errorAt = fieldErrorAt(this, displayName);
		if (body[name] !== undefined)
			throw errorAt(`must be empty if ${field.displayName} is filled: use only one of them`);
		const json: unknown = typeof given === 'string' ? await parseJsonText(given, errorAt) : given;
		if (json === undefined) throw errorAt('must be valid JSON');
		return withValue({ ...request, body }, name, shape.fromJson(json, '', errorAt));
	});
}

export const structuredOrJson = (member: Member): INodeProperties[] => [
	structured(member),
	jsonAlternative(member),
];
