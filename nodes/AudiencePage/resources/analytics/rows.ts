import { NodeApiError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { perRun, type RunScope } from '../../execution/runScope';
import { flag, isOn } from '../../fields/choice';
import type { Span } from '../../fields/dates';
import {
	sameDatesBefore,
	sameOfUnitBefore,
	spanBefore,
	withoutLastMidnight,
	type Interval,
} from '../../fields/intervals';
import { chosenFields } from '../../fields/outputFields';
import { asQuery, splitPeriod, splitUnitOf } from '../../fields/period';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty } from '../../shared/values';
import { firstPage, isTruncated, readList } from '../../transport/pagination';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';
import { PAGE_SEARCH } from '../pageSearch';
import { names } from '../records';

type Context = ThisParameterType<RequestFlow>;

/** The metrics (service interface, section 2.12), those first that a reader looks for. */
export const SUMMARY_METRICS = names(
	`totalSessions conversionRate formSubmitRate bounceRate avgTimeSpentSeconds avgScrollDepthPercentage
	avgInteractionsPerSession`,
);

export const AUDIENCE_METRICS = [
	...SUMMARY_METRICS,
	...names('conversionCount formSubmitCount ctaSessions bounceCount bounceEligibleSessions'),
];

export const includeNames = flag({
	displayName: 'Include Names',
	name: 'includeNames',
	default: true,
	description:
		'Whether to return names beside IDs, and the status of audiences. Page names take one more request per run, names of audiences one or more per page.',
});

export const compareWithPrevious = flag({
	displayName: 'Compare With Previous',
	name: 'compareWithPrevious',
	default: false,
	description:
		'Whether to also return each metric of the period before, and the difference. Takes up to one more request per row.',
});

/**
 * What an interval is compared with: of a split, that before; of Month to Date, the same dates of
 * the month before.
 */
function previousOf(context: Context): ((interval: Span) => Interval) | undefined {
	if (!isOn(context, compareWithPrevious)) return undefined;
	const days = (interval: Span) => withoutLastMidnight(interval as Interval);
	const unit = splitUnitOf(context);
	// `checkPeriod` has refused a period without bounds.
	if (unit !== undefined) return (interval) => sameOfUnitBefore(days(interval), unit);
	const period = context.getNodeParameter('period', '') as unknown;
	if (period === 'monthToDate') return (interval) => sameDatesBefore(days(interval), 'month');
	// 30 days that happen to be a month are compared as on any other day.
	return (interval) =>
		spanBefore(days(interval), period === 'last30Days' ? ['day'] : ['month', 'day']);
}

interface Read {
	interval: Span;
	records: IDataObject[];
	/**
	 * Of the interval before, by audience, if compared: those of it alone have a record without
	 * metrics, too.
	 */
	before?: Map<unknown, IDataObject>;
}

/**
 * The first interval alone: what is wrong with all shows there. One that is also the one before is
 * read once.
 */
async function readPeriod(
	context: Context,
	requestData: RequestData,
	flow: RequestFlow,
): Promise<Read[]> {
	const reads = new Map<string, Promise<IDataObject[]>>();
	const recordsOf = async (interval: Span): Promise<IDataObject[]> => {
		const period = asQuery(interval);
		return await getOrMake(reads, JSON.stringify(period), async () => {
			const ofPeriod = withOptions(requestData, { qs: { ...requestData.options.qs, ...period } });
			const outputs = await flow.call(context, ofPeriod);
			return outputs.map(({ json }) => json);
		});
	};
	const previous = previousOf(context);
	const read = async (interval: Span): Promise<Read> => {
		const records = await recordsOf(interval);
		if (previous === undefined) return { interval, records };
		const recordsBefore = await recordsOf(previous(interval));
		const before = new Map(recordsBefore.map((record) => [record.audienceId, record]));
		const listed = new Set(records.map(({ audienceId }) => audienceId));
		const gone = recordsBefore.filter(({ audienceId }) => !listed.has(audienceId));
		return {
			interval,
			records: [...records, ...gone.map(({ audienceId }) => ({ audienceId }))],
			before,
		};
	};
	const [first, ...others] = splitPeriod(context, requestData.options);
	return first ? [await read(first), ...(await Promise.all(others.map(read)))] : [];
}

/** Digits behind the tenth come from the way in which computers count. */
const changeOf = (now: unknown, before: unknown): number | null =>
	typeof now === 'number' && typeof before === 'number' ? Number((now - before).toFixed(10)) : null;

/**
 * The metrics of a record, or null. If compared, each is followed by `<metric>Previous` and
 * `<metric>Change`.
 */
const metricsOf = (
	metrics: string[],
	record: IDataObject,
	isCompared: boolean,
	before: IDataObject = {},
) => {
	const values: IDataObject = {};
	for (const metric of metrics) {
		const { [metric]: now = null } = record;
		values[metric] = now;
		if (!isCompared) continue;
		const { [metric]: previous = null } = before;
		values[`${metric}Previous`] = previous;
		values[`${metric}Change`] = changeOf(now, previous);
	}
	return values;
};

interface Names {
	byId: Map<unknown, IDataObject>;
	/** Why a name may be missing. */
	hint?: string;
}

type ReadNames = (context: Context, requestData: RequestData) => Promise<Names>;

/**
 * The names of all pages, as far as the service lists them in one response (service interface,
 * section 4.10).
 */
const readPages: ReadNames = async (context, requestData) => {
	const page = await firstPage(context, requestData);
	const byId = new Map(page.records.map(({ pageId, name }) => [pageId, { name }]));
	const hint = 'Some page names are missing: the service did not list all pages.';
	return { byId, ...(isTruncated(page) && { hint }) };
};

/** The names and statuses of the audiences of a page (service interface, section 4.12). */
const readAudiences: ReadNames = async (context, requestData) => {
	const { records } = await readList(context, requestData, {
		idField: 'audienceId',
		select: ({ audienceId, effectiveName: name, status }) => ({ audienceId, name, status }),
	});
	return { byId: new Map(records.map((audience) => [audience.audienceId, audience])) };
};

const readsOf = perRun(() => new Map<string, Promise<Names>>());

/**
 * Once for all items of a run; an unknown name is null. A read that fails is no error: the metrics
 * are there.
 */
async function readNames(
	context: Context,
	requestData: RequestData,
	run: RunScope | undefined,
	noun: 'pages' | 'audiences',
): Promise<(id: unknown) => { name: string | null; status: IDataObject[string] }> {
	const [read, url] =
		noun === 'pages'
			? [readPages, PAGE_SEARCH]
			: [
					readAudiences,
					String(requestData.options.url).replace(/\/analytics\/audiences$/, '/audiences'),
				];
	const readOrHint = async (): Promise<Names> =>
		await read(context, withOptions(requestData, { url, qs: {} })).catch((error: Error) => {
			if (!(error instanceof NodeApiError)) throw error;
			return { byId: new Map(), hint: `The names of ${noun} could not be read: ${error.message}` };
		});
	const { byId, hint } = await getOrMake(readsOf(context, run), url, readOrHint);
	return (id) => {
		const { name, status = null } = byId.get(id) ?? {};
		if (typeof name === 'string' && !isEmpty(name)) return { name, status };
		if (hint !== undefined) addHint(context, hint);
		return { name: null, status };
	};
}

export interface Report {
	metrics: string[];
	isOfAudiences: boolean;
	read: RequestFlow;
}

/**
 * Spreadsheet rows: names, days, every metric, other fields returned, IDs, the period as sent
 * (null: all time).
 */
export async function rowsOfPage(
	context: Context,
	requestData: RequestData,
	run: RunScope | undefined,
	{ metrics: allMetrics, isOfAudiences, read }: Report,
	pageId: string,
	givenName?: string | null,
): Promise<INodeExecutionData[]> {
	const chosen = chosenFields(context);
	const hasChosen = chosen.length > 0;
	const metrics = hasChosen ? allMetrics.filter((metric) => chosen.includes(metric)) : allMetrics;
	const intervals = await readPeriod(context, requestData, read);

	const hasNames =
		isOn(context, includeNames) && intervals.some(({ records }) => records.length > 0);
	const namesOf = async (noun: 'pages' | 'audiences') =>
		await readNames(context, requestData, run, noun);
	const pageName =
		givenName ??
		(hasNames && givenName === undefined ? (await namesOf('pages'))(pageId).name : null);
	const audienceOf = hasNames && isOfAudiences && (await namesOf('audiences'));

	const rows: INodeExecutionData[] = [];
	for (const { interval, records, before } of intervals) {
		// Dates take far longer than all else of a row: they are written once an interval.
		const { start, end } = withoutLastMidnight(interval);
		const days = { from: start?.toISODate() ?? null, to: end?.toISODate() ?? null };
		const { startDate = null, endDate = null } = asQuery(interval);
		for (const record of records) {
			const { audienceId = null } = record;
			const audience = audienceOf && audienceOf(audienceId);
			const first = {
				...(hasNames && { pageName }),
				...(audience && { audienceName: audience.name, audienceStatus: audience.status }),
				...days,
				...metricsOf(metrics, record, before !== undefined, before?.get(record.audienceId)),
			};
			const last = { pageId, ...(isOfAudiences && { audienceId }), startDate, endDate };
			const own = { ...first, ...last };
			const others = Object.entries(record).filter(
				([name]) => !hasChosen && !Object.hasOwn(own, name),
			);
			rows.push({ json: { ...first, ...Object.fromEntries(others), ...last } });
		}
	}
	return rows;
}
