import { RunScope } from '../../execution/runScope';
import { filters, query, updateFields } from '../../fields/collections';
import { pageId } from '../../fields/ids';
import { limit, listRouting, singlePage } from '../../fields/list';
import { sameNamed, simplified, simplify } from '../../fields/simplify';
import { bodyOf, inBody, requestRouting } from '../../fields/routing';
import { structuredOrJson } from '../../fields/structured';
import { FILL_IN_ALL, refuseEmptyUpdate } from '../../fields/update';
import { singleRequest, type RequestFlow } from '../../transport/request';
import { metadata } from '../metadata';
import { byPath, describeResource, type Operation } from '../operation';
import { PAGE_SEARCH } from '../pageSearch';
import { LISTED_PAGE, names, PAGE } from '../records';
import { lists, notices } from './lists';

const getPages: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pages',
		description: 'Get many pages. You can filter them with a search text.',
		routing: listRouting(PAGE_SEARCH, singlePage),
	},
	fields: [limit, filters(query)],
	record: LISTED_PAGE,
};

/** A page, simplified (service interface, section 2.6). */
export const PAGE_FIELDS = sameNamed(
	...names(
		'pageId name title pageType status pageContext brandId audiencesCount createdAt updatedAt',
	),
);

const updateLists: RequestFlow = async function (requestData) {
	const replaced = lists.filter(({ field }) => field.name in bodyOf(requestData.options));
	const replaces = replaced.map(({ field }) => field.displayName).join(', ') || null;
	RunScope.of(this).addToPreview(this.getItemIndex(), { replaces });
	const setFields = () => Object.keys(bodyOf(requestData.options));
	return await simplified(PAGE_FIELDS, singleRequest, setFields).call(this, requestData);
};

const updatePage: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update page',
		description:
			'Update fields of a page, such as its name, actions, footer links, scripts and metadata. All other fields keep their values.',
		routing: requestRouting('PATCH', '/v0/pages/{pageId}', updateLists),
	},
	fields: [
		pageId,
		...notices,
		updateFields(
			...lists.flatMap(structuredOrJson),
			inBody({
				displayName: 'Brand ID',
				name: 'brandId',
				placeholder: 'e.g. brand_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: "ID of the page's brand. An update of another page of that brand returns it.",
			}),
			inBody({
				displayName: 'Header Action ID',
				name: 'headerActionId',
				placeholder: 'e.g. action_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the action shown in the page header',
			}),
			...structuredOrJson(
				metadata(
					'Metadata',
					'metadata',
					`Information for browsers and search engines. ${FILL_IN_ALL}`,
				),
			),
			inBody({
				displayName: 'Name',
				name: 'name',
				placeholder: 'e.g. Pricing',
				description: 'New name',
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
		),
		simplify,
	],
	record: PAGE,
	afterFields: [refuseEmptyUpdate()],
	orderingKeys: byPath,
};

export const pageResource = describeResource(
	'page',
	'Page',
	'A page with its actions, links, scripts and metadata: list and update pages',
	[getPages, updatePage],
);
