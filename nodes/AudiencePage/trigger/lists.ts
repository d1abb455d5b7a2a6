import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { Halted } from '../transport/delivery';
import { apiError } from '../transport/errors';
import { goesOn, PAGE_SIZE, pagesOf, readPageAt, type Page } from '../transport/pages';
import type { RequestData } from '../transport/request';

/** The pages of a list that a poll reads, each when it is asked for. */
export type ReadList = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	from?: string,
) => AsyncIterable<Page>;

const size = () => PAGE_SIZE;

/** Whatever the service has against a cursor: if it is in trouble, it says so at the beginning as well. */
function unlessHalted(error: Error): undefined {
	if (error instanceof Halted) throw error;
}

/**
 * Reads a list with cursors once round: from a cursor to its end, then from its beginning to that
 * cursor. A cursor that the service knows no more is no place to begin at: the beginning is.
 *
 * @throws NodeApiError as the operations that read lists do
 */
export const readRound: ReadList = async function* (context, requestData, from) {
	if (from !== undefined) {
		const rest = pagesOf(context, requestData, size, from);
		const first = await rest.next().catch(unlessHalted);
		if (first?.done !== false) {
			yield* pagesOf(context, requestData, size);
			return;
		}
		yield first.value;
		yield* rest;
	}
	for await (const page of pagesOf(context, requestData, size)) {
		if (from !== undefined && page.cursor === from) return;
		yield page;
	}
};

/** As many pages as one answer may hold: the service's maximum is not shown (section 8). */
const MOST_AT_ONCE = 1000;

/**
 * Reads a list that has no cursor, in one answer (service interface, section 4.10).
 *
 * @throws NodeApiError if the list has more: what an answer leaves out would go unnoticed
 */
export const readAtOnce: ReadList = async function* (context, requestData) {
	const { page } = await readPageAt(context, requestData, undefined, MOST_AT_ONCE, PAGE_SIZE);
	if (goesOn(page)) {
		const { records, totalCount } = page;
		const all = (totalCount ?? 0) > records.length ? `${totalCount} pages` : 'more pages';
		throw apiError(context.getNode(), {
			message: `There are ${all}, and one answer of the page search holds ${records.length}: new ones could go unnoticed`,
			description: 'The page search gives no second answer. Narrow it down with Filters > Search.',
		});
	}
	yield page;
};
