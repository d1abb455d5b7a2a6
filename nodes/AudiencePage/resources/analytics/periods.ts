import type { IDataObject } from 'n8n-workflow';

import { flag, isOn } from '../../fields/choice';
import {
	intervalBefore,
	sameDatesBefore,
	sameOfUnitBefore,
	type Interval,
	type Span,
} from '../../fields/intervals';
import { asQuery, splitPeriod, splitUnitOf } from '../../fields/period';
import { getOrMake } from '../../shared/values';
import { withOptions, type RequestData, type RequestFlow } from '../../transport/request';

type Context = ThisParameterType<RequestFlow>;

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
	const unit = splitUnitOf(context);
	// `checkPeriod` has refused a period without bounds.
	if (unit !== undefined) return (interval) => sameOfUnitBefore(interval as Interval, unit);
	const period = context.getNodeParameter('period', '') as unknown;
	if (period === 'monthToDate') return (interval) => sameDatesBefore(interval as Interval, 'month');
	// 30 days that happen to be a month are compared as on any other day.
	if (period === 'last30Days') return (interval) => intervalBefore(interval as Interval, false);
	return (interval) => intervalBefore(interval as Interval);
}

/** What was read of an interval. */
export interface PeriodRead {
	interval: Span;
	/** If compared, also of audiences that only the interval before has: without metrics. */
	records: IDataObject[];
	/** Of the interval before, by audience, if compared. */
	before?: Map<unknown, IDataObject>;
}

/**
 * The intervals of the period, each with the one before it if they are compared. The first is read
 * alone: what is wrong with all shows there. None is read twice.
 */
export async function readPeriods(
	context: Context,
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
	const previous = previousOf(context);
	const read = async (interval: Span): Promise<PeriodRead> => {
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
