import type { INodeParameters } from 'n8n-workflow';

import { additionalFields } from '../../fields/collections';
import { pageId } from '../../fields/ids';
import { listFields, listRouting, paginated } from '../../fields/list';
import { sameNamed, simplified, simplify } from '../../fields/simplify';
import { inBody, requestRouting } from '../../fields/routing';
import { structuredOrJson } from '../../fields/structured';
import { metadata } from '../metadata';
import { describeResource, type Operation } from '../operation';
import { AUDIENCE, names } from '../records';
import {
	byCustomName,
	createOrReturn,
	CUSTOM_NAME,
	ifNameExists,
	requireCustomName,
} from './returnExisting';

/** An audience, simplified (service interface, section 2.7). */
export const AUDIENCE_FIELDS = sameNamed(
	...names(
		`audienceId pageId personId personRouteKey effectiveName customName status supplementaryContext
		actionUrlOverride createdAt`,
	),
);

const getAudiences: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audiences',
		description: 'Get the audiences of a page',
		routing: listRouting(
			'/v0/pages/{pageId}/audiences',
			simplified(AUDIENCE_FIELDS, paginated(AUDIENCE)),
		),
	},
	fields: [pageId, ...listFields, simplify],
	record: AUDIENCE,
};

const createAudience: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create audience',
		description: 'Create an audience of a page, with its own name, action and context',
		routing: requestRouting(
			'POST',
			'/v0/pages/{pageId}/audiences',
			simplified(AUDIENCE_FIELDS, createOrReturn),
		),
	},
	fields: [
		pageId,
		additionalFields(
			inBody({
				displayName: 'Action Form ID Override',
				name: 'actionFormIdOverride',
				placeholder: 'e.g. form_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the form that the action uses for this audience',
			}),
			inBody({
				displayName: 'Action URL Override',
				name: 'actionUrlOverride',
				placeholder: 'e.g. https://acme.com/demo',
				description: 'URL that the action opens for this audience',
			}),
			inBody({
				displayName: CUSTOM_NAME,
				name: 'customName',
				placeholder: 'e.g. Acme, buying committee',
				description: 'Name of the audience. If empty, the service makes one up.',
			}),
			inBody({
				displayName: 'Action Form Instructions Override',
				name: 'actionFormInstructionsOverride',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. Ask for the size of the team',
				description: 'Instructions for the form of the action for this audience',
			}),
			...structuredOrJson(
				metadata(
					'Metadata Override',
					'metadataOverride',
					'Values that differ from the metadata of the page',
				),
			),
			inBody({
				displayName: 'Publish Behavior',
				name: 'publishBehavior',
				type: 'options',
				default: 'draft',
				description:
					'What to do with the new audience. If this is not added, or empty, the service decides.',
				options: [
					{ name: 'Draft', value: 'draft', description: 'Keep the audience as a draft' },
					{ name: 'Publish', value: 'publish', description: 'Publish the audience' },
				],
			}),
			inBody({
				displayName: 'Supplementary Context',
				name: 'supplementaryContext',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. They use our competitor and renew in May',
				description:
					'Background that the service should know about this audience, in addition to the context of the page',
			}),
		),
		simplify,
	],
	options: [ifNameExists],
	record: AUDIENCE,
	afterFields: [requireCustomName],
	orderingKeys: byCustomName,
	isRepeatable: ({ options }) =>
		(options as INodeParameters | undefined)?.ifNameExists === 'returnExisting',
};

export const audienceResource = describeResource(
	'audience',
	'Audience',
	'A variant of a page with its own name and context, for a person for example: create and list audiences',
	[createAudience, getAudiences],
);
