import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import { optionsCollection } from '../fields/collections';
import { fieldError } from '../fields/fieldError';
import { integerField, integerOption } from '../fields/integerField';
import { isEmpty } from '../shared/values';

/** The routing of a field whose value `parse` checks before anything is sent, for test events too. */
export const checkedBy = (parse: (context: IExecuteSingleFunctions) => unknown) => {
	const check: PreSendAction = async function (request) {
		parse(this);
		return request;
	};
	return { send: { preSend: [check] } };
};

/**
 * Whether records that exist when the trigger starts are delivered.
 *
 * @throws NodeOperationError if an expression gives neither of the choices
 */
export function startsFromEverything(context: IExecuteSingleFunctions): boolean {
	const chosen = context.getNodeParameter(startFrom.name, '');
	if (chosen === 'everything') return true;
	if (chosen === 'now' || isEmpty(chosen)) return false;
	throw fieldError(context, startFrom.displayName, 'must be now or everything');
}

export const startFrom: INodeProperties = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	default: 'now',
	description: 'What to do with records that already exist when you publish the workflow',
	routing: checkedBy(startsFromEverything),
	options: [
		{
			name: 'Everything',
			value: 'everything',
			description: 'Existing records start the workflow too, before new ones',
		},
		{
			name: 'Now',
			value: 'now',
			description: 'Existing records do not start the workflow. Records that are added or changed later do.',
		},
	],
};

const maxPerPoll = integerField({
	displayName: 'Max Per Poll',
	name: 'maxPerPoll',
	minValue: 1,
	default: 1000,
	description: 'Maximum number of records per execution. The rest follow at the next poll.',
});

const fullReadEvery = integerField({
	displayName: 'Full Read Every',
	name: 'fullReadEvery',
	minValue: 1,
	default: 12,
	description:
		'Number of polls after which the whole list is read again. Polls in between are quicker, but may miss some changes until then. Events that report changes also read it if the last full read is 15 minutes old.',
});

export interface PollSettings {
	/** How many records one poll delivers, at most. */
	maxPerPoll: number;
	/** The number of polls in which the whole list is read at least once. */
	fullReadEvery: number;
}

/** @throws NodeOperationError if an option is not a whole number of at least 1 */
export function pollSettingsOf(context: IExecuteSingleFunctions): PollSettings {
	return {
		maxPerPoll: integerOption(context, maxPerPoll),
		fullReadEvery: integerOption(context, fullReadEvery),
	};
}

export const pollOptions: INodeProperties = {
	...optionsCollection(fullReadEvery, maxPerPoll),
	routing: checkedBy(pollSettingsOf),
};
