import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { firstPage, fetchWholeList, isTruncated, readList } from '../transport/pagination';
import type { RequestFlow } from '../transport/request';
import { flag, isOn } from './choice';
import { hasSeveralItems } from './fieldError';
import { fieldSelection, type RecordFields } from './outputFields';
import { integerOf, type IntegerField } from './integerField';
import { requestRouting, type RequestRouting } from './routing';

const returnAll = flag({
	displayName: 'Return All',
	name: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit: IntegerField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

export const listFields: INodeProperties[] = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false] } } },
];

/** @returns Infinity for Return All */
function limitOf(context: IExecutePaginationFunctions): number {
	return isOn(context, returnAll, returnAll.name) ? Infinity : integerOf(context, limit);
}

const MORE_RESULTS = 'More results exist for some of the items. Raise Limit or turn on Return All.';

const asItems = (records: IDataObject[]) => records.map((json) => ({ json }));

/** Keeps of each page the chosen fields only. */
export const paginated = (record: RecordFields): RequestFlow =>
	async function (requestData) {
		const { records, hasMore, totalCount } = await readList(this, requestData, {
			limit: limitOf(this),
			idField: record.idField,
			select: fieldSelection(this, record),
		});
		// Of a run of one item, n8n itself says that the limit is reached.
		if (hasMore && hasSeveralItems(this)) addHint(this, MORE_RESULTS);
		if (!hasMore && totalCount > records.length)
			addHint(
				this,
				`The service counts ${totalCount} results but listed ${records.length}. Some may be missing, or were added or removed during the run.`,
			);
		return asItems(records);
	};

/**
 * Reads a list without cursors: what one response has, up to Limit (service interface, section
 * 4.10).
 */
export const singlePage: RequestFlow = async function (requestData) {
	const size = limitOf(this);
	const page = await firstPage(this, requestData, size);
	if (page.records.length < size && isTruncated(page))
		addHint(
			this,
			'More pages exist than the service lists at once. Narrow the list down with Search.',
		);
	return asItems(page.records.slice(0, size));
};

export const wholeList = (name: string): RequestFlow =>
	async function (requestData) {
		return asItems(await fetchWholeList(this, requestData, name));
	};

/**
 * The routing of a GET that `read` sends: of a list, or of a record that takes several requests.
 */
export const listRouting = (template: string, read: RequestFlow): RequestRouting<'GET'> =>
	requestRouting('GET', template, read);
