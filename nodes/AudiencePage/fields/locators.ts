import type { INodeProperties } from 'n8n-workflow';

import { notMoreResultsEntry } from './rules';
import { inPath } from './routing';

/** Chosen from a list that the service searches, or by its ID. */
const locator = (
	displayName: string,
	name: string,
	description: string,
	searchListMethod: string,
	exampleId: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${displayName.toLowerCase()}...`,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${exampleId}` },
	],
});

/** The page that an operation works with, or that a list is narrowed down to. */
export const page = locator(
	'Page',
	'pageId',
	'The page to work with',
	'searchPages',
	'page_01hzy3kq8w5m2v7x9c4b6n0pde',
);

export const pageId: INodeProperties = inPath(page, notMoreResultsEntry);

export const audienceId: INodeProperties = inPath(
	locator(
		'Audience',
		'audienceId',
		'The audience to work with. The list shows those of the selected page.',
		'searchAudiences',
		'audience_01hzy3kq8w5m2v7x9c4b6n0pde',
	),
);

export const messageId: INodeProperties = inPath(
	locator(
		'Message',
		'messageId',
		'The message whose snapshot to restore. The list shows only messages that have one.',
		'searchMessages',
		'message_01hzy3kq8w5m2v7x9c4b6n0pde',
	),
);

const person = locator(
	'Person',
	'personId',
	'The person to work with. A value that contains @ is always used as an email address, any other as an ID.',
	'searchPersons',
	'person_01hzy3kq8w5m2v7x9c4b6n0pde',
);

/** An operation that has this field finds the person by their email too (see `forPerson`). */
export const personId: INodeProperties = inPath({
	...person,
	modes: [
		...(person.modes ?? []),
		{ displayName: 'By Email', name: 'email', type: 'string', placeholder: 'e.g. nathan@acme.com' },
	],
});
