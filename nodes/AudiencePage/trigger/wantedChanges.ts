import type { GenericValue, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption, chosenOptions, type ChoiceField } from '../fields/choice';
import { normalizeDomain, removeInvisible } from '../fields/normalize';
import { fieldOptions } from '../fields/outputFields';
import type { Rule } from '../fields/rules';
import { validatedText } from '../fields/text';
import { isEmpty } from '../shared/values';
import {
	contentFingerprint,
	isNew,
	type IsWanted,
	type RecordChange,
	type WatchSpec,
} from './changeDetector';
import { checkedBy } from './fields';

type Context = IExecuteSingleFunctions;

const FIELDS_TO_WATCH = { displayName: 'Fields to Watch', name: 'fieldsToWatch' };

/**
 * The fields that the user watches; all of them, if none is chosen. In the order of `fields`.
 *
 * @throws NodeOperationError if an expression gives another one
 */
export function watchedFields(context: Context, fields: readonly string[]): string[] {
	const chosen = chosenOptions(context, FIELDS_TO_WATCH, FIELDS_TO_WATCH.name, fields);
	return fields.filter((field) => chosen.length === 0 || chosen.includes(field));
}

/** Which fields of a record to watch. */
export const fieldsToWatch = (fields: readonly string[]): INodeProperties => ({
	...FIELDS_TO_WATCH,
	type: 'multiOptions',
	default: [],
	description: 'The fields whose changes start the workflow. If empty, changes of all of them do.',
	routing: checkedBy((context) => watchedFields(context, fields)),
	options: fieldOptions(fields),
});

const CHANGES: ChoiceField<'createdAndUpdated' | 'updatedOnly'> = {
	displayName: 'Changes',
	name: 'changes',
	type: 'options',
	default: 'createdAndUpdated',
	description: 'Whether new records start the workflow too, or only changes of existing ones',
	options: [
		{ name: 'Created and Updated', value: 'createdAndUpdated' },
		{ name: 'Updated Only', value: 'updatedOnly' },
	],
};

/** Whether new records start the workflow too. */
export const changes: INodeProperties = {
	...CHANGES,
	routing: checkedBy((context) => chosenOption(context, CHANGES)),
};

/** New records, unless the user wants changes only; changes always. */
export const wantedByChanges = (context: Context): IsWanted => {
	const takesNew = chosenOption(context, CHANGES) === 'createdAndUpdated';
	return (change) => takesNew || !isNew(change);
};

/** All states of an audience (service interface, section 3), with what the lists call them. */
const STATUSES = ['archived', 'cancelled', 'draft', 'pending', 'processing', 'published', 'queued'];

const statusField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description,
	routing: checkedBy((context) => chosenOptions(context, { displayName }, name, STATUSES)),
	options: fieldOptions(STATUSES),
});

export const newStatus = statusField(
	'New Status',
	'newStatus',
	'The statuses that start the workflow when an audience gets one of them. If empty, all do.',
);

export const oldStatus = statusField(
	'Old Status',
	'oldStatus',
	'The statuses that an audience must have had before, as of the last poll that read it. If empty, any status will do, and none.',
);

/** The status of an audience when it was last read; null if that is not known, or the audience is new. */
export const previousStatus = ({ previousFingerprint }: RecordChange): string | null =>
	STATUSES.find((status) => contentFingerprint(status) === previousFingerprint) ?? null;

const chosenStatuses = (context: Context, { displayName, name }: INodeProperties): unknown[] =>
	chosenOptions(context, { displayName }, name, STATUSES);

/** Audiences that have one of the chosen statuses now. */
export const withNewStatus: WatchSpec['matches'] = (context) => {
	const chosen = chosenStatuses(context, newStatus);
	return chosen.length === 0 ? undefined : ({ status }) => chosen.includes(status);
};

/** Changes from one of the chosen statuses. */
export const fromOldStatus: WatchSpec['wanted'] = (context) => {
	const chosen = chosenStatuses(context, oldStatus);
	return (change) => chosen.length === 0 || chosen.includes(previousStatus(change));
};

const DOMAIN: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description:
		'Only people of this company start the workflow: those with this domain, or with an email address at it',
};

const isDomain: Rule = (text) =>
	/^[^\s@/:,]+\.[^\s@/:,.]+$/.test(text) ? undefined : 'must be a domain, e.g. acme.com';

const chosenDomain = (context: Context): string | undefined =>
	validatedText(context, DOMAIN, context.getNodeParameter('filters.domain', '') as GenericValue, {
		normalize: normalizeDomain,
		rules: [isDomain],
	});

/** A filter by the domain of people: the service has none, so the trigger compares it. */
export const domain: INodeProperties = { ...DOMAIN, routing: checkedBy(chosenDomain) };

/** People of the chosen domain. */
export const withDomain: WatchSpec['matches'] = (context) => {
	const chosen = chosenDomain(context);
	if (chosen === undefined) return undefined;
	return (person) => {
		const [its = '', email = ''] = [person.domain, person.email].map((value) =>
			removeInvisible(isEmpty(value) ? '' : String(value as string)),
		);
		return normalizeDomain(its) === chosen || email.toLowerCase().endsWith(`@${chosen}`);
	};
};
