import { NodeApiError, type IDataObject, type IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { flag } from '../../fields/choice';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty } from '../../shared/values';
import { firstPage, isTruncated, readList } from '../../transport/pagination';
import { withOptions, type RequestData } from '../../transport/request';
import { PAGE_SEARCH } from '../pageSearch';
import { AUDIENCE } from '../records';

type Context = IExecutePaginationFunctions;

export const includeNames = flag({
	displayName: 'Include Names',
	name: 'includeNames',
	default: true,
	description:
		'Whether to return names beside IDs, and the status of audiences. Page names take one more request per run, names of audiences one or more per page.',
});

/** Pages or audiences, as far as they could be read. */
interface NamedRecords {
	byId: Map<unknown, IDataObject>;
	/** Why a name may be missing. */
	hint?: string;
}

/** The pages that the service lists in one response (service interface, section 4.10). */
async function readPages(context: Context, requestData: RequestData): Promise<NamedRecords> {
	const page = await firstPage(context, requestData);
	const byId = new Map(page.records.map(({ pageId, name }) => [pageId, { name }]));
	if (!isTruncated(page)) return { byId };
	return { byId, hint: 'Some page names are missing: the service did not list all pages.' };
}

/** The audiences of a page (service interface, section 4.12). */
async function readAudiences(context: Context, requestData: RequestData): Promise<NamedRecords> {
	const { records } = await readList(context, requestData, {
		idField: AUDIENCE.idField,
		select: ({ audienceId, effectiveName: name, status }) => ({ audienceId, name, status }),
	});
	return { byId: new Map(records.map((audience) => [audience.audienceId, audience])) };
}

/** By the path of their list. */
const recordsOf = perRun(() => new Map<string, Promise<NamedRecords>>());

/** Reads once for all items of a run. If that fails, it is no error: the metrics are there. */
async function readOnce(
	context: Context,
	requestData: RequestData,
	noun: 'pages' | 'audiences',
): Promise<NamedRecords> {
	const read = noun === 'pages' ? readPages : readAudiences;
	const readOrHint = async () =>
		await read(context, requestData).catch((error: Error): NamedRecords => {
			if (!(error instanceof NodeApiError)) throw error;
			const hint = `The names of ${noun} could not be read: ${error.message}`;
			return { byId: new Map(), hint };
		});
	return await getOrMake(recordsOf(context), String(requestData.options.url), readOrHint);
}

/** The name of a record, or null, with a hint if it may have one. */
function nameIn(context: Context, { byId, hint }: NamedRecords, id: unknown): string | null {
	const name = byId.get(id)?.name;
	if (typeof name === 'string' && !isEmpty(name)) return name;
	if (hint !== undefined) addHint(context, hint);
	return null;
}

export interface ReportedPage {
	pageId: string;
	/** Undefined if it is still to be read. */
	name?: string | null;
	/** Of the metrics of this page. */
	requestData: RequestData;
}

/** `pageName`; of a row about an audience, `audienceName` and `audienceStatus` too. */
export type NamesOf = (audienceId: unknown) => IDataObject;

/** Reads what is not there yet: the page's name, and the audiences if the rows are about those. */
export async function readNames(
	context: Context,
	{ pageId, name, requestData }: ReportedPage,
	isOfAudiences: boolean,
): Promise<NamesOf> {
	const readList = async (url: string, noun: 'pages' | 'audiences') =>
		await readOnce(context, withOptions(requestData, { url, qs: {} }), noun);
	const pageName =
		name === undefined ? nameIn(context, await readList(PAGE_SEARCH, 'pages'), pageId) : name;
	if (!isOfAudiences) return () => ({ pageName });

	const audiencesUrl = String(requestData.options.url).replace('/analytics/', '/');
	const audiences = await readList(audiencesUrl, 'audiences');
	return (audienceId) => ({
		pageName,
		audienceName: nameIn(context, audiences, audienceId),
		audienceStatus: audiences.byId.get(audienceId)?.status ?? null,
	});
}
