import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { fieldError } from './fieldError';
import { isEmpty } from '../shared/values';
import { bodyOf } from './routing';
import { refuseEmptyUpdate } from './update';

const FIELDS_TO_CLEAR = 'Fields to Clear';

/**
 * The fields that an update empties, by sending null for each: a field that is merely left empty
 * is not sent. It stands after Update Fields, whose values its hooks need to see.
 *
 * @param fields those that may be null, in the order of the alphabet
 * @throws NodeOperationError for a field that is not one of them, for one that the update also
 * sets, and for an update that neither sets nor empties anything
 */
export function fieldsToClear(...fields: INodeProperties[]): INodeProperties {
	const name = 'fieldsToClear';

	const clear: PreSendAction = async function (request) {
		const body = { ...bodyOf(request) };
		const chosen = this.getNodeParameter(name, []);

		for (const one of isEmpty(chosen) ? [] : [chosen].flat()) {
			const field = fields.find((known) => known.name === one);
			if (field === undefined)
				throw fieldError(this, FIELDS_TO_CLEAR, 'must contain only fields from the list');
			if (!isEmpty(body[field.name])) {
				throw fieldError(
					this,
					FIELDS_TO_CLEAR,
					`must not contain ${field.displayName}, which Update Fields sets`,
				);
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
		routing: {
			send: { preSend: [clear, refuseEmptyUpdate(`, or ${FIELDS_TO_CLEAR} at least one field`)] },
		},
		options: fields.map((field) => ({ name: field.displayName, value: field.name })),
	};
}
