import { NodeApiError, type IDataObject, type IExecutePaginationFunctions } from 'n8n-workflow';

import type { RunScope } from '../../execution/runScope';
import { addHint } from '../../shared/hint';
import { forEachInTurns } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import { fetchOnlyPage, isTruncated, readList } from '../../transport/pagination';
import type { RequestData } from '../../transport/request';
import { perTenant } from '../perTenant';

interface Names {
	byId: Map<unknown, string>;
	/** Why a name may be missing. */
	hint?: string;
}

type ReadNames = (context: IExecutePaginationFunctions, requestData: RequestData) => Promise<Names>;

async function namesIn(records: IDataObject[], idField: string, nameField: string): Promise<Names> {
	const byId = new Map<unknown, string>();
	await forEachInTurns(records, ({ [idField]: id, [nameField]: name }) => {
		if (typeof name === 'string' && !isEmpty(name)) byId.set(id, name);
	});
	return { byId };
}

/** The names of all pages, as far as the service lists them in one response (service interface, section 4.10). */
const readPages: ReadNames = async (context, requestData) => {
	const page = await fetchOnlyPage(context, requestData);
	const hint = 'Some page names are missing: the service did not list all pages.';
	return { ...(await namesIn(page.records, 'pageId', 'name')), ...(isTruncated(page) && { hint }) };
};

/** The names of the audiences of a page (service interface, section 4.12). */
const readAudiences: ReadNames = async (context, requestData) => {
	const { records } = await readList(context, requestData, {
		idField: 'audienceId',
		select: ({ audienceId, effectiveName }) => ({ audienceId, effectiveName }),
	});
	return await namesIn(records, 'audienceId', 'effectiveName');
};

/** By path. */
const readsOf = perTenant(() => new Map<string, Promise<Names>>());

/**
 * Reads the names of pages, or of the audiences of the page that a request for their analytics is about, once for all
 * items of the run. If they cannot be read, that is no error: the metrics are there already.
 *
 * @returns a function that gives the name of a record; null if it is not known
 */
export async function readNames(
	context: IExecutePaginationFunctions,
	{ options, ...rest }: RequestData,
	run: RunScope | undefined,
	noun: 'pages' | 'audiences',
): Promise<(id: unknown) => string | null> {
	const [read, url] =
		noun === 'pages'
			? [readPages, '/v0/pages/search']
			: [readAudiences, String(options.url).replace(/\/analytics\/audiences$/, '/audiences')];
	const requestData = { ...rest, options: { ...options, url, qs: {} } };
	const failed = (error: Error): Names => {
		if (!(error instanceof NodeApiError)) throw error;
		const code = error.httpCode === null ? '' : ` (${error.httpCode})`;
		return { byId: new Map(), hint: `The names of ${noun} could not be read${code}.` };
	};

	const reads = await readsOf(context, run);
	const reading = reads.get(url) ?? read(context, requestData).catch(failed);
	reads.set(url, reading);
	const { byId, hint } = await reading;
	return (id) => {
		const name = byId.get(id) ?? null;
		if (name === null && hint !== undefined) addHint(context, hint);
		return name;
	};
}
