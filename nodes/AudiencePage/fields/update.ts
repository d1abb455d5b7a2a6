import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { isAutoMapped } from './dataToSend';
import { knownOptions } from './choice';
import { fieldError } from './fieldError';
import { bodyOf } from './routing';

/**
 * The interface does not say whether an update clears the members of an object that it does not
 * have.
 */
export const FILL_IN_ALL =
	'Fill in all that it should have: the service may clear what is left out.';
const FIELDS_TO_CLEAR = 'Fields to Clear';

/**
 * For `afterFields`: refuses an update that changes nothing. `canClear`: the form has Fields to
 * Clear. `unsent`: why values are not sent.
 */
export const refuseEmptyUpdate = ({
	canClear = false,
	unsent = [] as string[],
} = {}): PreSendAction =>
	async function (request) {
		if (Object.keys(bodyOf(request)).length > 0) return request;
		const alternative = canClear ? `, or ${FIELDS_TO_CLEAR} at least one field` : '';
		const source = isAutoMapped(this)
			? { name: 'Input', has: 'must have at least one column with a value for a field' }
			: { name: 'Update Fields', has: 'must have at least one field with a value' };
		throw fieldError(this, source.name, [`${source.has}${alternative}`, ...unsent].join('. '));
	};

/**
 * Sends null for each chosen field: an empty one is not sent. `fields`: those that may be null, by
 * alphabet.
 */
export function fieldsToClear(...fields: INodeProperties[]): INodeProperties {
	const name = 'fieldsToClear';
	const clear: PreSendAction = async function (request) {
		const body = { ...bodyOf(request) };
		const names = fields.map((field) => field.name);
		const value = this.getNodeParameter(name, []);
		const chosen = knownOptions(this, { displayName: FIELDS_TO_CLEAR }, value, names);
		for (const field of fields) {
			if (!chosen.includes(field.name)) continue;
			if (!isEmpty(body[field.name])) {
				const setter = isAutoMapped(this) ? 'a column' : 'Update Fields';
				const rule = `must not contain ${field.displayName}, which ${setter} sets`;
				throw fieldError(this, FIELDS_TO_CLEAR, rule);
			}
			body[field.name] = null;
		}
		return { ...request, body };
	};

	return {
		displayName: FIELDS_TO_CLEAR,
		name,
		type: 'multiOptions',
		default: [],
		description: 'Fields to set to null. A field that you only leave empty keeps its value.',
		routing: { send: { preSend: [clear] } },
		options: fields.map((field) => ({ name: field.displayName, value: field.name })),
	};
}
