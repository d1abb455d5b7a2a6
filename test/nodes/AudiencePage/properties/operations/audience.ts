import fc from 'fast-check';

import { located, optionalBodyText, optionalRunningText } from '../fields';
import { countsAreWhole, pagedList } from '../lists';
import { metadata } from '../metadata';
import type { Operation } from '../operation';
import { notTwice } from '../structured';

const RESOURCE = 'audience';
const pageId = located('pageId', 'page_id');

export const audience: Operation[] = [
	{
		resource: RESOURCE,
		operation: 'create',
		operationId: 'createAudience',
		fields: [
			pageId,
			optionalBodyText('additionalFields.actionFormIdOverride'),
			optionalRunningText('additionalFields.actionFormInstructionsOverride'),
			optionalBodyText('additionalFields.actionUrlOverride'),
			optionalBodyText('additionalFields.customName'),
			optionalBodyText('additionalFields.publishBehavior', fc.constantFrom('draft', 'publish')),
			optionalRunningText('additionalFields.supplementaryContext'),
			metadata('additionalFields.metadataOverride', 'metadataOverride'),
		],
		rules: [notTwice],
	},
	{
		resource: RESOURCE,
		operation: 'getAll',
		operationId: 'listAudiences',
		fields: [pageId, pagedList],
		rules: [countsAreWhole],
	},
];
