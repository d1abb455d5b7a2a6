import { updateFields } from '../../fields/collections';
import { pageId } from '../../fields/ids';
import { inBody, pathExpression } from '../../fields/routing';
import { sameNamed, simplifiedWithSetFields, simplify } from '../../fields/outputFields';
import { structuredOrJson } from '../../fields/structured';
import { refuseEmptyUpdate } from '../../fields/update';
import { byPath, type Operation } from '../operation';
import { names, PAGE } from '../records';
import { actionCardWidgets, actions, footerLinks, metadata, notices, scripts } from './structuredFields';

/** A page, simplified (service interface, section 2.6). */
export const PAGE_FIELDS = sameNamed(
	...names('pageId name title pageType status pageContext brandId audiencesCount createdAt updatedAt'),
);

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update page',
		description:
			'Update fields of a page, such as its name, actions, footer links, scripts and metadata. All other fields keep their values.',
		routing: {
			request: { method: 'PATCH', url: pathExpression('/v0/pages/{pageId}') },
			operations: { pagination: simplifiedWithSetFields(PAGE_FIELDS) },
		},
	},
	fields: [
		pageId,
		updateFields(
			...structuredOrJson(actions),
			inBody({
				displayName: 'Brand ID',
				name: 'brandId',
				placeholder: 'e.g. brand_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the brand of the page. Updating another page of that brand returns it.',
			}),
			...structuredOrJson(actionCardWidgets),
			...structuredOrJson(footerLinks),
			inBody({
				displayName: 'Header Action ID',
				name: 'headerActionId',
				placeholder: 'e.g. action_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the action shown in the page header',
			}),
			...structuredOrJson(
				metadata('Metadata', 'metadata', 'Information for browsers, search engines and link previews'),
			),
			inBody({
				displayName: 'Name',
				name: 'name',
				placeholder: 'e.g. Pricing',
				description: 'Name of the page',
			}),
			inBody({
				displayName: 'Page Context',
				name: 'pageContext',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. Visitors met us at the trade fair',
				description: 'Background that the service should know about the page',
			}),
			inBody({
				displayName: 'Page Type',
				name: 'pageType',
				type: 'options',
				default: 'inbound',
				description: 'Purpose of the page',
				options: [
					{ name: 'Call Follow-Up', value: 'call_followup' },
					{ name: 'Custom', value: 'custom' },
					{ name: 'Inbound', value: 'inbound' },
					{ name: 'Outbound', value: 'outbound' },
					{ name: 'Sales Deck', value: 'sales_deck' },
				],
			}),
			...structuredOrJson(scripts),
		),
		...notices,
		simplify,
	],
	record: PAGE,
	afterFields: [refuseEmptyUpdate()],
	orderingKeys: byPath,
};
