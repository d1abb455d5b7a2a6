import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { flag, isOn } from '../../fields/choice';
import {
	intervalBefore,
	sameDatesBefore,
	sameOfUnitBefore,
	withoutLastMidnight,
	type Interval,
	type Span,
} from '../../fields/intervals';
import { asQuery } from '../../fields/period';
import { splitPeriod, splitUnitOf } from '../../fields/splitBy';
import { getOrMake } from '../../shared/values';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';

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
function comparedInterval(context: IExecutePaginationFunctions, interval: Span): Interval {
	// A period without bounds is refused before (`checkPeriod`).
	const bounded = withoutLastMidnight(interval as Interval);
	const unit = splitUnitOf(context);
	if (unit !== undefined) return sameOfUnitBefore(bounded, unit);
	const period = context.getNodeParameter('period', '') as unknown;
	if (period === 'monthToDate') return sameDatesBefore(bounded, 'month');
	// 30 days that happen to be a month are compared as on any other day.
	if (period === 'last30Days') return intervalBefore(bounded, false);
	return intervalBefore(bounded);
}

/** The metrics of an interval. */
export interface PeriodRead {
	interval: Span;
	records: Compared[];
}

/** Metrics of a page or an audience. */
export interface Compared {
	record: IDataObject;
	/** Of the interval before; undefined if they are not compared. */
	before?: IDataObject;
}

/** By audience, also those that only the interval before has: their record has no metrics then. */
function compared(records: IDataObject[], recordsBefore: IDataObject[]): Compared[] {
	const beforeOf = new Map(recordsBefore.map((before) => [before.audienceId, before]));
	const current = records.map((record) => ({
		record,
		before: beforeOf.get(record.audienceId) ?? {},
	}));
	for (const { audienceId } of records) beforeOf.delete(audienceId);
	const gone = [...beforeOf].map(([audienceId, before]) => ({ record: { audienceId }, before }));
	return [...current, ...gone];
}

/**
 * The intervals of the period, each with the one before it if they are compared. The first is read
 * alone: what is wrong with all shows there. None is read twice.
 */
export async function readPeriods(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	flow: RequestFlow,
): Promise<PeriodRead[]> {
	const reads = new Map<string, Promise<IDataObject[]>>();
	const recordsOf = async (interval: Span): Promise<IDataObject[]> => {
		const period = asQuery(interval);
		return await getOrMake(reads, JSON.stringify(period), async () => {
			const ofPeriod = withOptions(requestData, { qs: { ...requestData.options.qs, ...period } });
			const outputs = await flow.call(context, ofPeriod);
			return outputs.map(({ json }) => json);
		});
	};
	const isCompared = isOn(context, compareWithPrevious);
	const read = async (interval: Span): Promise<PeriodRead> => {
		const records = await recordsOf(interval);
		if (!isCompared) return { interval, records: records.map((record) => ({ record })) };
		const recordsBefore = await recordsOf(comparedInterval(context, interval));
		return { interval, records: compared(records, recordsBefore) };
	};
	const [first, ...later] = splitPeriod(context, requestData.options);
	return first ? [await read(first), ...(await Promise.all(later.map(read)))] : [];
}
