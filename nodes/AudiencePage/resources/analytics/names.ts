import { NodeApiError, type IDataObject, type IExecutePaginationFunctions } from 'n8n-workflow';

import type { RunScope } from '../../execution/runScope';
import { addHint } from '../../shared/hint';
import { filterInTurns, mapInTurns } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import { delay } from '../../transport/delay';
import { apiError } from '../../transport/errors';
import { fetchOnlyPage, isTruncated, readList } from '../../transport/pagination';
import type { RequestData } from '../../transport/request';
import { perTenant } from '../perTenant';

/** Names by ID. */
interface Names {
	byId: Map<unknown, string>;
	/** Why a name may be missing. */
	hint?: string;
}

const PAGES = '/v0/pages/search';

async function namesIn(
	records: IDataObject[],
	idField: string,
	nameField: string,
): Promise<Map<unknown, string>> {
	const entries = await mapInTurns(records, (record) => [record[idField], record[nameField]] as const);
	const isNamed = ([, name]: readonly unknown[]) => typeof name === 'string' && !isEmpty(name);
	return new Map(await filterInTurns(entries as Array<[unknown, string]>, isNamed));
}

/** Another request than that of the operation, which does without it if need be. */
const asking = (requestData: RequestData, url: string): RequestData => ({
	...requestData,
	options: { ...requestData.options, method: 'GET', url, qs: {}, body: undefined },
});

/** The names of all pages, as far as the service lists them in one response (service interface, section 4.10). */
async function readPages(context: IExecutePaginationFunctions, requestData: RequestData): Promise<Names> {
	const page = await fetchOnlyPage(context, asking(requestData, PAGES));
	const byId = await namesIn(page.records, 'pageId', 'name');
	const hint = 'Some page names are missing: the service did not list all pages.';
	return { byId, ...(isTruncated(page) && { hint }) };
}

/** The names of the audiences of a page (service interface, section 4.12). */
async function readAudiences(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	url: string,
): Promise<Names> {
	const { records } = await readList(context, asking(requestData, url), {
		idField: 'audienceId',
		select: ({ audienceId, effectiveName }) => ({ audienceId, effectiveName }),
	});
	return { byId: await namesIn(records, 'audienceId', 'effectiveName') };
}

/** Milliseconds that all names of a run may take together: the metrics wait for them. */
const MAX_TIME = 30_000;

/** The names of a run. */
class NameReads {
	/** What was read, or is being read, by its path. */
	private readonly reads = new Map<string, Promise<Names>>();
	private readonly endsAt = performance.now() + MAX_TIME;

	/** @throws RequestAbortedError if the run ends meanwhile */
	async get(
		context: IExecutePaginationFunctions,
		url: string,
		noun: string,
		read: (context: IExecutePaginationFunctions) => Promise<Names>,
	): Promise<Names> {
		const without = (why: string): Names => ({
			byId: new Map(),
			hint: `The names of ${noun} could not be read${why}.`,
		});
		const failed = (error: Error): Names => {
			if (!(error instanceof NodeApiError)) throw error;
			return without(error.httpCode === null ? '' : ` (${error.httpCode})`);
		};
		const reading = this.reads.get(url) ?? read(this.untilEnd(context)).catch(failed);
		this.reads.set(url, reading);
		const timer = new AbortController();
		const late = delay(Math.max(0, this.endsAt - performance.now()), timer.signal);
		const names = await Promise.race([reading, late.then(() => without(' in time'))]);
		timer.abort();
		return names;
	}

	/** A context whose requests are not sent once the time is over. */
	private untilEnd(context: IExecutePaginationFunctions): IExecutePaginationFunctions {
		const makeRoutingRequest = async (requestData: RequestData) => {
			if (performance.now() >= this.endsAt) throw apiError(context.getNode(), { message: 'Too late' });
			return await context.makeRoutingRequest(requestData);
		};
		return Object.create(context, { makeRoutingRequest: { value: makeRoutingRequest } }) as typeof context;
	}
}

const nameReadsOf = perTenant(() => new NameReads());

/**
 * Reads names once for all items of the run. If they cannot be read, that is no error: the metrics are there already.
 *
 * @returns a function that gives the name of a record; null if it is not known
 * @throws RequestAbortedError if the run ends meanwhile
 */
async function namesOnce(
	context: IExecutePaginationFunctions,
	run: RunScope | undefined,
	url: string,
	noun: string,
	read: (context: IExecutePaginationFunctions) => Promise<Names>,
): Promise<(id: unknown) => string | null> {
	const nameReads = await nameReadsOf(context, run);
	const { byId, hint } = await nameReads.get(context, url, noun, read);
	return (id) => {
		const name = byId.get(id) ?? null;
		if (name === null && hint !== undefined) addHint(context, hint);
		return name;
	};
}

/** Gives the names of pages, which are read once in a run. */
export const pageNames = async (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	run?: RunScope,
) => await namesOnce(context, run, PAGES, 'pages', async (until) => await readPages(until, requestData));

/** Gives the names of the audiences of the page that a request for their analytics is about, read once in a run. */
export async function audienceNames(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	run?: RunScope,
) {
	const url = String(requestData.options.url).replace(/\/analytics\/audiences$/, '/audiences');
	return await namesOnce(
		context,
		run,
		url,
		'audiences',
		async (until) => await readAudiences(until, requestData, url),
	);
}
