import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { flag } from '../../fields/choice';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty } from '../../shared/values';
import { firstPage, isTruncated, readList } from '../../transport/pagination';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';
import { PAGE_SEARCH } from '../pageSearch';

type Context = ThisParameterType<RequestFlow>;

export const includeNames = flag({
	displayName: 'Include Names',
	name: 'includeNames',
	default: true,
	description:
		'Whether to return names beside IDs, and the status of audiences. Page names take one more request per run, names of audiences one or more per page.',
});

interface NamesRead {
	byId: Map<unknown, IDataObject>;
	/** Why a name may be missing. */
	hint?: string;
}

/** What names are of, and how they are read. */
interface NameList {
	noun: 'pages' | 'audiences';
	read: (context: Context, requestData: RequestData) => Promise<NamesRead>;
}

/**
 * The names of all pages, as far as the service lists them in one response (service interface,
 * section 4.10).
 */
const PAGES: NameList = {
	noun: 'pages',
	read: async (context, requestData) => {
		const page = await firstPage(context, requestData);
		const byId = new Map(page.records.map(({ pageId, name }) => [pageId, { name }]));
		const hint = 'Some page names are missing: the service did not list all pages.';
		return { byId, ...(isTruncated(page) && { hint }) };
	},
};

/** The names and statuses of the audiences of a page (service interface, section 4.12). */
const AUDIENCES: NameList = {
	noun: 'audiences',
	read: async (context, requestData) => {
		const { records } = await readList(context, requestData, {
			idField: 'audienceId',
			select: ({ audienceId, effectiveName: name, status }) => ({ audienceId, name, status }),
		});
		return { byId: new Map(records.map((audience) => [audience.audienceId, audience])) };
	},
};

const readsOf = perRun(() => new Map<string, Promise<NamesRead>>());

/**
 * By ID, once for all items of a run; an unknown name is null. A read that fails is no error: the
 * metrics are there.
 */
async function readNames(context: Context, { noun, read }: NameList, requestData: RequestData) {
	const readOrHint = async () =>
		await read(context, requestData).catch((error: Error): NamesRead => {
			if (!(error instanceof NodeApiError)) throw error;
			const hint = `The names of ${noun} could not be read: ${error.message}`;
			return { byId: new Map(), hint };
		});
	const url = String(requestData.options.url);
	const { byId, hint } = await getOrMake(readsOf(context), url, readOrHint);
	return (id: unknown) => {
		const { name, status = null } = byId.get(id) ?? {};
		if (typeof name === 'string' && !isEmpty(name)) return { name, status };
		if (hint !== undefined) addHint(context, hint);
		return { name: null, status };
	};
}

export interface ReportedPage {
	pageId: string;
	/** Undefined if it is still to be read. */
	name?: string | null;
	/** Of the metrics of this page. */
	requestData: RequestData;
}

/** What the rows of a page say beside its metrics and IDs. */
export interface Names {
	ofPage: IDataObject;
	ofAudience: (audienceId: unknown) => IDataObject;
}

/** Reads what is not known yet: the page's name, and of a report of audiences theirs. */
export async function namesOf(
	context: Context,
	isOfAudiences: boolean,
	{ pageId, name, requestData }: ReportedPage,
): Promise<Names> {
	const at = (url: string) => withOptions(requestData, { url, qs: {} });
	const nameOfPage = async () => (await readNames(context, PAGES, at(PAGE_SEARCH)))(pageId).name;
	const pageName = name === undefined ? await nameOfPage() : name;
	if (!isOfAudiences) return { ofPage: { pageName }, ofAudience: () => ({}) };

	const audiencesUrl = String(requestData.options.url).replace(
		/\/analytics\/audiences$/,
		'/audiences',
	);
	const audienceOf = await readNames(context, AUDIENCES, at(audiencesUrl));
	return {
		ofPage: { pageName },
		ofAudience: (audienceId) => {
			const { name: audienceName, status: audienceStatus } = audienceOf(audienceId);
			return { audienceName, audienceStatus };
		},
	};
}
