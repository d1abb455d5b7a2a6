import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import { isEmpty, isFalse, isTrue } from '../shared/values';
import { fieldError } from './fieldError';

export const PREVIEW_ONLY = 'previewOnly';
const DISPLAY_NAME = 'Preview Only';

/** Whether an item is only shown, and not written: in doubt, `previewOnly` has refused it. */
export const isPreviewOnly = (context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): boolean =>
	isTrue(context.getNodeParameter(`options.${PREVIEW_ONLY}`, false));

const check: PreSendAction = async function (request) {
	const value = this.getNodeParameter(`options.${PREVIEW_ONLY}`, false) as unknown;
	if (isEmpty(value) || isTrue(value) || isFalse(value)) return request;
	throw fieldError(this, DISPLAY_NAME, 'must be true or false', { value });
};

/** Of every operation that writes. */
export const previewOnly: INodeProperties = {
	displayName: DISPLAY_NAME,
	name: PREVIEW_ONLY,
	type: 'boolean',
	default: false,
	description:
		'Whether to only show what would be written. Nothing is written, but records are looked up as in a real run.',
	routing: { send: { preSend: [check] } },
};
