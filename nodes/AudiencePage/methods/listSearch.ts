import {
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { asSegment, MORE } from '../fields/rules';
import { Delivery, Halted, type RequestSettings } from '../transport/delivery';
import { filled, isEmpty } from '../transport/isEmpty';
import { noneIfRefused } from '../transport/pages';

/** Entries a picker shows at once. */
const PICKER_SIZE = 50;

/** Someone waits in front of the picker: it gives up sooner than a run. */
const PICKER_SETTINGS: RequestSettings = { maxRetries: 2, timeout: 15_000 };

/** So long a picker waits where runs keep the service busy, in milliseconds. */
const PICKER_PATIENCE = 30_000;

/** As much of a message as tells it from the others. */
const LONGEST_LABEL = 80;

type Entry = INodeListSearchResult['results'][number];

async function read(context: ILoadOptionsFunctions, url: string, qs: IDataObject = {}): Promise<IDataObject> {
	const delivery = new Delivery({ maxConcurrentRequests: 1, halt: AbortSignal.timeout(PICKER_PATIENCE) });
	const request: IHttpRequestOptions = { method: 'GET', url, qs: filled(qs) };
	return await delivery.send(context, request, PICKER_SETTINGS).catch((error: Error) => {
		if (!(error instanceof Halted)) throw error;
		throw new NodeOperationError(context.getNode(), 'The service is busy: open the list again later');
	});
}

/** One page of a list. */
async function readPage(
	context: ILoadOptionsFunctions,
	url: string,
	query: IDataObject,
): Promise<IDataObject> {
	const page = await read(context, url, { ...query, limit: PICKER_SIZE }).catch(noneIfRefused);
	return page ?? (await read(context, url, query));
}

const recordsOf = (records: unknown): IDataObject[] =>
	(Array.isArray(records) ? records : []) as IDataObject[];

/** "Ada Lovelace (ada@acme.com)", with the ID where the service gives no name. */
function entry(id: unknown, name: unknown, detail?: unknown): Entry {
	const label = isEmpty(name) ? String(id) : String(name as string);
	return { name: isEmpty(detail) ? label : `${label} (${String(detail as string)})`, value: String(id) };
}

const MORE_PAGES = entry(MORE, 'There are more pages: type to search for one');

/** The service's next page, for the picker to ask for when the user scrolls to the end. */
const nextOf = ({ hasMore, nextCursor }: IDataObject): string | undefined =>
	hasMore === false || isEmpty(nextCursor) ? undefined : String(nextCursor as string);

/**
 * The part of the path that names a record chosen in another field of the form.
 *
 * @throws NodeOperationError if none is chosen, or only by an expression that has no value yet
 */
function chosenIn(context: ILoadOptionsFunctions, displayName: string, name: string): string {
	const id = context.getCurrentNodeParameter(name, { extractValue: true });
	const segment = asSegment(id);
	if (segment !== undefined && id !== MORE) return segment;
	throw new NodeOperationError(context.getNode(), `Choose the ${displayName} first`, {
		description: `The list depends on the field '${displayName}'. If an expression sets it, choose By ID here.`,
	});
}

/**
 * The pages that match what the user typed, for the Page picker.
 *
 * The page search has no cursor (service interface, section 4.10), so there is no next page: where
 * there are more, the last entry says so.
 *
 * @throws NodeApiError as the operations do, like all of these; n8n shows it in the picker
 */
export async function searchPages(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const answer = await readPage(this, '/v0/pages/search', { query: filter });
	const pages = recordsOf(answer.items);
	const isCut = answer.hasMore === true || Number(answer.totalCount ?? 0) > pages.length;
	const results = pages.map(({ pageId, name }) => entry(pageId, name));
	return { results: isCut ? [...results, MORE_PAGES] : results };
}

/** The people that match what the user typed, for the Person picker (service interface, section 4.8). */
export async function searchPersons(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const answer = await readPage(this, '/v0/persons/search', { query: filter, cursor: paginationToken });
	return {
		results: recordsOf(answer.items).map(({ personId, name, email, domain }) =>
			entry(personId, name, isEmpty(email) ? domain : email),
		),
		paginationToken: nextOf(answer),
	};
}

/** Whether a label has what the user typed, where the service has no search. */
const matching = (filter: string) => (one: Entry) =>
	one.name.toLowerCase().includes(filter.trim().toLowerCase());

/**
 * The audiences of the chosen page, for the Audience picker (service interface, section 4.12). The
 * service does not search them: what the user typed is looked for here, page by page, until
 * something matches.
 */
export async function searchAudiences(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const url = `/v0/pages/${chosenIn(this, 'Page', 'pageId')}/audiences`;
	for (let cursor = paginationToken; ; ) {
		const answer = await readPage(this, url, { cursor });
		const results = recordsOf(answer.items)
			.map(({ audienceId, effectiveName, status }) => entry(audienceId, effectiveName, status))
			.filter(matching(filter));
		const next = nextOf(answer);
		if (results.length > 0 || next === undefined || next === cursor)
			return { results, paginationToken: next };
		cursor = next;
	}
}

/**
 * The messages of the chosen audience that have a snapshot, for the Message picker of Restore
 * (service interface, section 4.13).
 */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const page = chosenIn(this, 'Page', 'pageId');
	const audience = chosenIn(this, 'Audience', 'audienceId');
	const answer = await read(this, `/v0/pages/${page}/audiences/${audience}/messages`);
	const results = recordsOf(answer.messages)
		.filter(({ hasSnapshot }) => hasSnapshot === true)
		.map(({ messageId, role, content }) => {
			const text = `${String(role as string)}: ${String(content as string)}`;
			return {
				name: text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text,
				value: String(messageId as string),
			};
		});
	return { results: results.filter(matching(filter)) };
}
