import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { fieldError } from './fieldError';
import { options } from './collections';
import { bodyOf } from './routing';

/**
 * Refuses an update that changes nothing; it runs after the hooks of all fields.
 *
 * @param alternative what else than setting a value would be an update
 */
export const refuseEmptyUpdate = (alternative = ''): PreSendAction =>
	async function (request) {
		if (Object.keys(bodyOf(request)).length > 0) return request;
		throw fieldError(this, 'Update Fields', `must have at least one value${alternative}`);
	};

/** Options of an update. They stand last, so that an update of nothing is seen there. */
export const optionsOfUpdate: INodeProperties = {
	...options(),
	routing: { send: { preSend: [refuseEmptyUpdate()] } },
};
