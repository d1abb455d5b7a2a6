/** Figures that are made up, and always the same for the same page or audience and the same dates. */
import { found } from '../answers';
import { randomFrom, wholeNumber } from '../random';
import type { Audience } from '../records';
import { ok, type Call, type Handler, type Query, type Service } from './call';

/** Without sessions, averages are missing and all else is 0. */
function summaryOf(id: string, { startDate, endDate }: Query, isVisited: boolean) {
	const random = randomFrom(`${id} ${startDate} ${endDate}`);
	const count = (most: number) => (isVisited ? wholeNumber(random, 1, most) : 0);
	const average = (most: number) => (isVisited ? count(most * 10) / 10 : null);
	const rate = () => count(10_000) / 10_000;
	return {
		avgInteractionsPerSession: average(8) ?? 0,
		avgScrollDepthPercentage: average(95),
		avgTimeSpentSeconds: average(240),
		bounceRate: rate(),
		conversionRate: rate(),
		formSubmitRate: rate(),
		totalSessions: count(5000),
	};
}

const isPublished = ({ publishedVersion }: Audience) => publishedVersion !== undefined;

function audiencesOf({ params }: Call, { store }: Service): readonly Audience[] {
	const { pageId } = found(store.pages.get(params.page_id), 'page', params.page_id);
	return store.audiences.of(pageId).all();
}

const listAudienceAnalytics: Handler = (call, service) => {
	const items = audiencesOf(call, service).map((audience) => {
		const { totalSessions, ...summary } = summaryOf(audience.audienceId, call.query, isPublished(audience));
		return {
			audienceId: audience.audienceId,
			...summary,
			totalSessions,
			bounceCount: Math.floor(totalSessions / 3),
			bounceEligibleSessions: Math.floor(totalSessions / 2),
			conversionCount: Math.floor(totalSessions / 5),
			ctaSessions: Math.floor(totalSessions / 4),
			formSubmitCount: Math.floor(totalSessions / 6),
		};
	});
	return ok({ items });
};

const getPageAnalyticsSummary: Handler = (call, service) =>
	ok(summaryOf(call.params.page_id, call.query, audiencesOf(call, service).some(isPublished)));

export const analyticsHandlers = { listAudienceAnalytics, getPageAnalyticsSummary };
