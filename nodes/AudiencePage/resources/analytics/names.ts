import { NodeApiError, type IExecutePaginationFunctions } from 'n8n-workflow';

import type { RunScope } from '../../execution/runScope';
import { addHint } from '../../shared/hint';
import { forEachInTurns } from '../../shared/turns';
import { getOrMake, isEmpty } from '../../shared/values';
import { fetchOnlyPage, isTruncated, readList } from '../../transport/pagination';
import type { RequestData } from '../../transport/request';
import { PAGE_SEARCH } from '../page/getAll';
import { perTenant } from '../sharedRead';

interface Names {
	byId: Map<unknown, unknown>;
	/** Why a name may be missing. */
	hint?: string;
}

type ReadNames = (context: IExecutePaginationFunctions, requestData: RequestData) => Promise<Names>;

/** The names of all pages, as far as the service lists them in one response (service interface, section 4.10). */
const readPages: ReadNames = async (context, requestData) => {
	const page = await fetchOnlyPage(context, requestData);
	const byId = new Map<unknown, unknown>();
	await forEachInTurns(page.records, ({ pageId, name }) => byId.set(pageId, name));
	const hint = 'Some page names are missing: the service did not list all pages.';
	return { byId, ...(isTruncated(page) && { hint }) };
};

/** The names of the audiences of a page (service interface, section 4.12). */
const readAudiences: ReadNames = async (context, requestData) => {
	const { records } = await readList(context, requestData, {
		idField: 'audienceId',
		select: ({ audienceId, effectiveName }) => ({ audienceId, effectiveName }),
	});
	const byId = new Map<unknown, unknown>();
	await forEachInTurns(records, ({ audienceId, effectiveName }) => byId.set(audienceId, effectiveName));
	return { byId };
};

/** By path. */
const readsOf = perTenant(() => new Map<string, Promise<Names>>());

/**
 * Reads the names of pages, or of the audiences of the page that a request for their analytics is about, once for all
 * items of the run; a name that is not known is null. If they cannot be read, that is no error: the metrics are there
 * already.
 */
export async function readNames(
	context: IExecutePaginationFunctions,
	{ options, ...rest }: RequestData,
	run: RunScope | undefined,
	noun: 'pages' | 'audiences',
): Promise<(id: unknown) => string | null> {
	const [read, url] =
		noun === 'pages'
			? [readPages, PAGE_SEARCH]
			: [readAudiences, String(options.url).replace(/\/analytics\/audiences$/, '/audiences')];
	const requestData = { ...rest, options: { ...options, url, qs: {} } };
	const readOrHint = async (): Promise<Names> =>
		await read(context, requestData).catch((error: Error) => {
			if (!(error instanceof NodeApiError)) throw error;
			const code = error.httpCode === null ? '' : ` (${error.httpCode})`;
			return { byId: new Map(), hint: `The names of ${noun} could not be read${code}.` };
		});
	const { byId, hint } = await getOrMake(await readsOf(context, run), url, readOrHint);
	return (id) => {
		const name = byId.get(id);
		if (typeof name === 'string' && !isEmpty(name)) return name;
		if (hint !== undefined) addHint(context, hint);
		return null;
	};
}
