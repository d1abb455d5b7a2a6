import {
	NodeOperationError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { PAGE_SIZE, type ListPage } from '../transport/pagination';
import type { Watch } from './watch';

/** How many records a test event shows, and how many list pages it reads to find one, at most. */
const MAX_RECORDS = 3;
const MAX_PAGES = 20;

/**
 * The first records that match, as the list has them. Throws NodeOperationError if none do, and
 * changes nothing that the trigger stores.
 */
export async function testEventRecords(
	context: IExecutePaginationFunctions,
	{ spec, isMatch, fields, toOutput }: Watch,
	pages: AsyncIterable<ListPage>,
): Promise<INodeExecutionData[]> {
	const matches = await firstMatches(pages, isMatch);
	if (matches.length === 0) {
		const message = `No ${spec.noun} found that matches this trigger. Check its settings, or ${spec.whereToCreate}`;
		throw new NodeOperationError(context.getNode(), message, {
			description: `Up to ${MAX_PAGES * PAGE_SIZE} records were searched. You can publish the workflow and wait for one.`,
		});
	}
	// Of the changed fields, a sample to build the workflow with.
	const asChange = (record: IDataObject) => ({ record, changedFields: [...fields] });
	return matches.slice(0, MAX_RECORDS).map((record) => ({ json: toOutput(asChange(record)) }));
}

/** Those of the first page of the list on which any match. */
async function firstMatches(
	pages: AsyncIterable<ListPage>,
	isMatch: Watch['isMatch'],
): Promise<IDataObject[]> {
	let pagesRead = 0;
	for await (const { records } of pages) {
		const matches = records.filter((record) => isMatch(record));
		if (matches.length > 0 || ++pagesRead === MAX_PAGES) return matches;
	}
	return [];
}
