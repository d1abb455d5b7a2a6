/** Figures that are made up, and always the same for the same page or audience and the same dates. */
import { found } from '../answers';
import type { Audience } from '../records';
import { ok, type Call, type Handler, type Query, type Service } from './call';
import { countsOf, NOTHING, sumOf, type Counts } from './dailyCounts';

const PRECISION = 10_000;

const ratio = (part: number, whole: number): number | null =>
	whole === 0 ? null : Math.round((part / whole) * PRECISION) / PRECISION;

/** Without sessions, averages are missing and all else is 0. */
const summaryOf = (counts: Counts) => ({
	avgInteractionsPerSession: ratio(counts.interactions, counts.totalSessions) ?? 0,
	avgScrollDepthPercentage: ratio(counts.scrollDepth, counts.totalSessions),
	avgTimeSpentSeconds: ratio(counts.secondsSpent, counts.totalSessions),
	bounceRate: ratio(counts.bounceCount, counts.bounceEligibleSessions) ?? 0,
	conversionRate: ratio(counts.conversionCount, counts.totalSessions) ?? 0,
	formSubmitRate: ratio(counts.formSubmitCount, counts.totalSessions) ?? 0,
	totalSessions: counts.totalSessions,
});

/** Nobody visits what is not published. */
function countsOfAudience({ audienceId, publishedVersion }: Audience, { startDate, endDate }: Query): Counts {
	if (publishedVersion === undefined) return NOTHING;
	const [from, to] = [startDate, endDate].map((date) => (date === undefined ? undefined : Date.parse(date)));
	return countsOf(audienceId, from, to);
}

function audiencesOf({ params }: Call, { store }: Service): readonly Audience[] {
	const { pageId } = found(store.pages.get(params.page_id), 'page', params.page_id);
	return store.audiences.of(pageId).all();
}

const listAudienceAnalytics: Handler = (call, service) => {
	const items = audiencesOf(call, service).map((audience) => {
		const counts = countsOfAudience(audience, call.query);
		const { bounceCount, bounceEligibleSessions, conversionCount, ctaSessions, formSubmitCount } = counts;
		return {
			audienceId: audience.audienceId,
			...summaryOf(counts),
			bounceCount,
			bounceEligibleSessions,
			conversionCount,
			ctaSessions,
			formSubmitCount,
		};
	});
	return ok({ items });
};

const getPageAnalyticsSummary: Handler = (call, service) => {
	const counts = audiencesOf(call, service).map((audience) => countsOfAudience(audience, call.query));
	return ok(summaryOf(sumOf(counts)));
};

export const analyticsHandlers = { listAudienceAnalytics, getPageAnalyticsSummary };
