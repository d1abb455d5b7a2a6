import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { filterInTurns, mapInTurns } from '../shared/turns';
import { isEmpty } from '../shared/values';
import { RequestAbortedError } from '../transport/apiClient';
import {
	DEFAULT_PAGE_SIZE,
	fetchOnlyPage,
	fetchPage,
	fetchWholeList,
	iteratePages,
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

/** A picker opens after so many pages, whatever they hold. */
const MAX_PAGES = 10;

/** Characters of a message that are shown. */
const MAX_LABEL_LENGTH = 80;

const shortened = (text: string): string =>
	text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text;

/**
 * The pages that match what the user typed, for the Page picker: as many as the service gives at once, because its page
 * search has no cursor (service interface, section 4.10). Users find the others by typing.
 *
 * @throws NodeApiError as the operations do, like all pickers; n8n shows it in the picker
 */
export async function searchPages(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const request = listRequest('/v0/pages/search', { query: filter.trim() });
	const { records } = await withPickerErrors(this, fetchOnlyPage(pickerReader(this), request));
	return { results: (await mapInTurns(records, ({ pageId, name }) => entriesOf(pageId, name))).flat() };
}

/** An AI may leave the token empty in place of leaving it out. */
const cursorOf = (paginationToken = ''): string | undefined => paginationToken || undefined;

/** The people who match what the user typed, for the Person picker (service interface, section 4.8). */
export async function searchPersons(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = listRequest('/v0/persons/search', { query: filter.trim() });
	const reading = fetchPage(pickerReader(this), request, cursorOf(paginationToken), DEFAULT_PAGE_SIZE);
	const { records, nextCursor } = (await withPickerErrors(this, reading)).page;
	const results = await mapInTurns(records, ({ personId, name, email, domain }) =>
		entriesOf(personId, name, isEmpty(email) ? domain : email),
	);
	return { results: results.flat(), paginationToken: nextCursor };
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
	let results: Entry[] = [];
	const from = cursorOf(paginationToken);
	let nextCursor = from;
	const search = async (): Promise<void> => {
		let pages = 0;
		for await (const page of iteratePages(pickerReader(this), request, () => DEFAULT_PAGE_SIZE, from)) {
			const entries = await mapInTurns(page.records, ({ audienceId, effectiveName, status }) =>
				entriesOf(audienceId, effectiveName, status),
			);
			results = await filterInTurns(entries.flat(), matchesFilter(filter));
			nextCursor = page.nextCursor;
			if (results.length > 0 || ++pages === MAX_PAGES) return;
		}
	};
	const searching = search().catch((error: Error) => {
		const hasReadOne = nextCursor !== from;
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
	const entries = await mapInTurns(messages, ({ messageId, role, content, hasSnapshot }) =>
		hasSnapshot === true ? entriesOf(messageId, [role, content].filter(isShowable).join(': ')) : [],
	);
	const results = await filterInTurns(entries.flat(), matchesFilter(filter));
	return { results: await mapInTurns(results, (entry) => ({ ...entry, name: shortened(entry.name) })) };
}
