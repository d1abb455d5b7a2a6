import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { OperationFlow } from '../../execution/runScope';
import type { Span } from '../../fields/dates';
import { isOn } from '../../fields/flag';
import { withoutLastMidnight } from '../../fields/intervals';
import { chosenFields } from '../../fields/outputFields';
import { asQuery } from '../../fields/period';
import { requestOptionsOf } from '../../fields/requestOptions';
import { splitPeriod } from '../../fields/splitBy';
import { mapInParallel } from '../../shared/mapInParallel';
import { forEachInTurns, mapInTurns } from '../../shared/turns';
import { singleRequest, type RequestData, type RequestFlow } from '../../transport/request';
import { comparedFigures, figuresOf } from './compared';
import { includeNames, previousOf } from './fields';
import { audienceNames, pageNames } from './names';

/** The figures (service interface, section 2.12), those first that a reader looks for. */
export const SUMMARY_FIGURES = [
	'totalSessions',
	'conversionRate',
	'formSubmitRate',
	'bounceRate',
	'avgTimeSpentSeconds',
	'avgScrollDepthPercentage',
	'avgInteractionsPerSession',
];

export const AUDIENCE_FIGURES = [
	...SUMMARY_FIGURES,
	'conversionCount',
	'formSubmitCount',
	'ctaSessions',
	'bounceCount',
	'bounceEligibleSessions',
];

/** The records of an interval, and those of the interval before by audience, if they are compared. */
interface Read {
	interval: Span;
	records: IDataObject[];
	before?: Map<unknown, IDataObject>;
}

/** Reads an interval in one request. One that is asked for twice, as it is and as the one before, is read once. */
function intervalReader(context: IExecutePaginationFunctions, requestData: RequestData, flow: RequestFlow) {
	const reads = new Map<string, Promise<IDataObject[]>>();
	const read = async (qs: IDataObject): Promise<IDataObject[]> => {
		const options = { ...requestData.options, qs: { ...requestData.options.qs, ...qs } };
		const items = await flow.call(context, { ...requestData, options });
		return await mapInTurns(items, ({ json }) => json);
	};
	return async (interval: Span): Promise<IDataObject[]> => {
		const qs = asQuery(interval);
		const key = JSON.stringify(qs);
		const reading = reads.get(key) ?? read(qs);
		reads.set(key, reading);
		return await reading;
	};
}

/** Reads every interval of the period, several at a time. */
async function readPeriod(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	flow: RequestFlow,
): Promise<Read[]> {
	const recordsOf = intervalReader(context, requestData, flow);
	const previous = previousOf(context);
	const { maxConcurrentRequests } = requestOptionsOf(context);
	return await mapInParallel(
		splitPeriod(context, requestData.options),
		maxConcurrentRequests,
		async (interval) => {
			const records = await recordsOf(interval);
			if (previous === undefined) return { interval, records };
			const before = new Map<unknown, IDataObject>();
			await forEachInTurns(await recordsOf(previous(interval)), (record) =>
				before.set(record.audienceId, record),
			);
			return { interval, records, before };
		},
	);
}

/** The fields of a record that are not called as those of a row. */
const othersOf = (record: IDataObject, row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(row, name)));

/** The first and the last day of an interval, in its time zone; null for an open side. */
function daysOf(interval: Span) {
	const { start, end } = withoutLastMidnight(interval);
	return { from: start?.toISODate() ?? null, to: end?.toISODate() ?? null };
}

/**
 * The records that `flow` gives, as rows for a spreadsheet: names and days first, then the figures, each in every row,
 * and any other fields of the response; last IDs, and the period as it was sent (null for all time). One row for each
 * record of each interval of the period. Names are read after the figures, and missing ones are no error.
 *
 * @param allFigures those that the service gives; the user can choose some of them
 * @param isOfAudiences whether the records are those of audiences of the page, and not of the page itself
 */
export const analyticsRows = (
	allFigures: string[],
	isOfAudiences: boolean,
	flow = singleRequest,
): OperationFlow =>
	async function (requestData, run) {
		const chosen = chosenFields(this);
		const hasChosen = chosen.length > 0;
		const figures = hasChosen ? allFigures.filter((figure) => chosen.includes(figure)) : allFigures;
		const pageId = String(this.getNodeParameter('pageId', '', { extractValue: true }) as string).trim();
		const intervals = await readPeriod(this, requestData, flow);

		const hasNames = isOn(this, includeNames) && intervals.some(({ records }) => records.length > 0);
		const pageName = hasNames ? { pageName: (await pageNames(this, requestData, run))(pageId) } : {};
		const audienceNameOf =
			hasNames && isOfAudiences ? await audienceNames(this, requestData, run) : undefined;

		/** Dates take far longer than all else of a row: they are written once an interval. */
		const rowsOf = ({ interval, before }: Read): ((record: IDataObject) => IDataObject) => {
			const days = daysOf(interval);
			const { startDate = null, endDate = null } = asQuery(interval);
			return (record) => {
				const { audienceId = null } = record;
				const first = {
					...pageName,
					...(audienceNameOf && { audienceName: audienceNameOf(audienceId) }),
					...days,
					...(before
						? comparedFigures(figures, record, before.get(record.audienceId))
						: figuresOf(figures, record)),
				};
				const last = { pageId, ...(isOfAudiences && { audienceId }), startDate, endDate };
				return { ...first, ...(!hasChosen && othersOf(record, { ...first, ...last })), ...last };
			};
		};
		const rows: INodeExecutionData[] = [];
		for (const read of intervals) {
			const rowOf = rowsOf(read);
			await forEachInTurns(read.records, (record) => rows.push({ json: rowOf(record) }));
		}
		return rows;
	};
