import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { MORE_RESULTS_VALUE } from '../fields/rules';
import { isEmpty } from '../shared/values';
import { RequestAbortedError } from '../transport/apiClient';
import {
	DEFAULT_PAGE_SIZE,
	fetchPage,
	fetchWholeList,
	isTruncated,
	iteratePages,
	type Page,
} from '../transport/pagination';
import {
	chosenId,
	entriesOf,
	isShowable,
	listRequest,
	matchesFilter,
	pickerReader,
	withPickerErrors,
	type Entry,
} from './picker';

/** Entries that a picker shows at once. */
const PICKER_SIZE = 50;

/** A picker opens after so many pages, whatever they hold. */
const MAX_PAGES = 10;

/** Characters of a message that are shown. */
const MAX_LABEL_LENGTH = 80;

const MORE_PAGES = entriesOf(MORE_RESULTS_VALUE, 'More pages exist: type to search');

/** A page of a list that the service searches. */
async function searchPage(
	context: ILoadOptionsFunctions,
	url: string,
	filter: string,
	cursor?: string,
): Promise<Page> {
	const request = listRequest(url, { query: filter.trim() });
	const reading = fetchPage(pickerReader(context), request, cursor, PICKER_SIZE);
	return (await withPickerErrors(context, reading)).page;
}

/**
 * The pages that match what the user typed, for the Page picker.
 *
 * The page search has no cursor (service interface, section 4.10), so there is no next page: where
 * there are more, the last entry says so.
 *
 * @throws NodeApiError as the operations do, like all pickers; n8n shows it in the picker
 */
export async function searchPages(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const page = await searchPage(this, '/v0/pages/search', filter);
	const results = page.records.flatMap(({ pageId, name }) => entriesOf(pageId, name));
	return { results: isTruncated(page) ? [...results, ...MORE_PAGES] : results };
}

/** The people who match what the user typed, for the Person picker (service interface, section 4.8). */
export async function searchPersons(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { records, nextCursor } = await searchPage(this, '/v0/persons/search', filter, paginationToken);
	const results = records.flatMap(({ personId, name, email, domain }) =>
		entriesOf(personId, name, isEmpty(email) ? domain : email),
	);
	return { results, paginationToken: nextCursor };
}

/**
 * The audiences of the chosen page, for the Audience picker (service interface, section 4.12). The
 * service does not search them, so they are filtered here: page by page until one matches, or somebody
 * has waited long enough. The token continues from there.
 */
export async function searchAudiences(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = listRequest(`/v0/pages/${chosenId(this, 'Page', 'pageId')}/audiences`);
	const size = filter.trim() === '' ? PICKER_SIZE : DEFAULT_PAGE_SIZE;
	let results: Entry[] = [];
	let nextCursor = paginationToken;
	const search = async (): Promise<void> => {
		let pages = 0;
		for await (const page of iteratePages(pickerReader(this), request, () => size, paginationToken)) {
			results = page.records
				.flatMap(({ audienceId, effectiveName, status }) => entriesOf(audienceId, effectiveName, status))
				.filter(matchesFilter(filter));
			nextCursor = page.nextCursor;
			if (results.length > 0 || ++pages === MAX_PAGES) return;
		}
	};
	const searching = search().catch((error: Error) => {
		const hasReadOne = nextCursor !== paginationToken;
		if (!(error instanceof RequestAbortedError && hasReadOne)) throw error;
	});
	await withPickerErrors(this, searching);
	return { results, paginationToken: nextCursor };
}

/**
 * The messages of the chosen audience that have a snapshot, for the Message picker of Restore
 * (service interface, section 4.13).
 */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const page = chosenId(this, 'Page', 'pageId');
	const audience = chosenId(this, 'Audience', 'audienceId');
	const request = listRequest(`/v0/pages/${page}/audiences/${audience}/messages`);
	const messages = await withPickerErrors(this, fetchWholeList(pickerReader(this), request, 'messages'));
	const results = messages
		.filter(({ hasSnapshot }) => hasSnapshot === true)
		.flatMap(({ messageId, role, content }) => {
			const text = [role, content].filter(isShowable).join(': ');
			const isLong = text.length > MAX_LABEL_LENGTH;
			return entriesOf(messageId, isLong ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text);
		});
	return { results: results.filter(matchesFilter(filter)) };
}
