import type { INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { flag, isOn } from './choice';
import { fieldError, type FieldContext } from './fieldError';
import { integerSetting, integerSettingOf } from './integerField';
import { inQuery, sentAs } from './routing';

/**
 * A collection of optional fields, which the user adds one by one, from a list in the order of
 * their names.
 */
const collection =
	(displayName: string, name: string, placeholder: string, description: string) =>
	(...options: INodeProperties[]): INodeProperties => ({
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		description,
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});

export const additionalFields = collection(
	'Additional Fields',
	'additionalFields',
	'Add Field',
	'Optional fields of the new record',
);

export const updateFields = collection(
	'Update Fields',
	'updateFields',
	'Add Field',
	'The fields to change. All others stay as they are.',
);

export const filters = collection(
	'Filters',
	'filters',
	'Add Filter',
	'Filters that narrow the list down',
);
export const optionsCollection = collection(
	'Options',
	'options',
	'Add Option',
	'Optional settings',
);

export const maxConcurrentRequests = integerSetting({
	displayName: 'Parallel Requests',
	name: 'maxConcurrentRequests',
	// Each of them takes a connection, and n8n's time when its response is there.
	typeOptions: { minValue: 1, maxValue: 256 },
	default: 64,
	description:
		'How many requests are sent at the same time, at most. The node starts with fewer and adapts to what the service accepts.',
});

export const maxConcurrentRequestsOf = (context: FieldContext): number =>
	integerSettingOf(context, maxConcurrentRequests);

/** The search text of a list. Which fields the service searches is not documented. */
export const query: INodeProperties = inQuery({
	displayName: 'Search',
	name: 'query',
	description: 'Text to search for. The service decides which fields to search.',
});

/** For the logs of accounts and of people (service interface, sections 4.3 and 4.5). */
export const includeDeleted = sentAs(
	{
		displayName: 'Include Deleted',
		name: 'includeDeleted',
		type: 'boolean',
		default: false,
		description: 'Whether to include deleted log entries',
	},
	'query',
	function (value) {
		if (value === true || value === 'true') return 'true';
		if (value === false || value === 'false' || isEmpty(value)) return undefined;
		const rule = 'must be true or false';
		throw fieldError(this, includeDeleted.displayName, rule, { value });
	},
);

/** Of every operation that writes. Who adds it wants a preview: it is on as soon as it is there. */
export const previewOnly = flag({
	displayName: 'Preview Only',
	name: 'previewOnly',
	default: true,
	description:
		'Whether to only show what this node would write. It looks records up as in a real run, and the nodes after it run for real.',
});

/** Whether the run only shows what it would write. */
export const isPreviewOnly = (context: FieldContext): boolean =>
	isOn(context, { ...previewOnly, default: false });
