import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
} from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { isTrue } from '../shared/values';
import { DEFAULT_PAGE_SIZE, fetchPage, isTruncated, fetchWholeList, readList } from '../transport/pagination';
import type { RequestFlow } from '../transport/request';
import { options } from './collections';
import { integerField, integerOption, integerValue } from './integerField';
import { path } from './routing';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = integerField(
	'Limit',
	'limit',
	1,
	50,
	'Max number of results to return',
);

export const pageSize = integerField(
	'Page Size',
	'pageSize',
	1,
	DEFAULT_PAGE_SIZE,
	'How many results to ask for at once. All pages are read, whatever their size.',
);

/** Return All and Limit, for a list with cursors. */
export const listFields: INodeProperties[] = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false] } } },
];

/** The options of a list with cursors. */
export const listOptions: INodeProperties = options(pageSize);

/** @returns Infinity for Return All */
function limitOf(context: IExecutePaginationFunctions): number {
	if (isTrue(context.getNodeParameter(returnAll.name, false))) return Infinity;
	return integerValue(context, limit, limit.name);
}

const asItems = (records: IDataObject[]): INodeExecutionData[] => records.map((json) => ({ json }));

/**
 * Reads a list with cursors as Limit, Return All and Page Size say (see `readList`).
 *
 * @param idField the field that identifies a record
 */
export const paginated = (idField: string): RequestFlow =>
	async function (requestData) {
		const size = integerOption(this, pageSize);
		const { records, hasMore, totalCount } = await readList(this, requestData, {
			limit: limitOf(this),
			pageSize: size,
			idField,
		});
		if (hasMore) {
			addHint(this, 'There are more results than Limit lets through. Turn on Return All to get all of them.');
		} else if (totalCount > records.length) {
			addHint(
				this,
				`The list ended after ${records.length} results, though the service counts ${totalCount}: some may be missing, or were removed while it was read.`,
			);
		}
		return asItems(records);
	};

/** Reads a list without cursors: one request for as many as Limit says (service interface, section 4.10). */
export const singlePage: RequestFlow = async function (requestData) {
	const size = limitOf(this);
	const { page } = await fetchPage(this, requestData, undefined, size);
	const { records } = page;
	if (records.length > size || isTruncated(page)) {
		addHint(
			this,
			'There are more pages than were read. This search gives one answer and no next one: raise Limit, or narrow it down with Search.',
		);
	}
	return asItems(records.slice(0, size));
};

/** Reads a list that comes whole, in one response, under this name. */
export const wholeList = (name: string): RequestFlow =>
	async function (requestData) {
		return asItems(await fetchWholeList(this, requestData, name));
	};

/** The routing of a list that `read` reads. */
export const listRouting = (template: string, read: RequestFlow): INodePropertyRouting => ({
	request: { method: 'GET', url: path(template) },
	operations: { pagination: read },
});

/** The routing of a list without cursors. */
export const singlePageRouting = (template: string): INodePropertyRouting =>
	listRouting(template, singlePage);
