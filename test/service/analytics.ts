/**
 * Analytics (section 2.12), made up but always the same for the same audience and dates, and more for a
 * longer period. A page's summary is the sum of its audiences. Pure: a test can work out what the sandbox
 * must answer.
 */
import { randomFrom, wholeNumber, type Random } from './random';
import type { Audience } from './records';

/** As in the query: date-time strings, each of which may be missing. */
export interface Period {
	startDate?: string;
	endDate?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Without dates, analytics cover this much. */
const ALL_TIME = { start: Date.UTC(2025, 0, 1), end: Date.UTC(2026, 0, 1) };

/** What `GET …/analytics/audiences` answers for one audience; one never published had no sessions. */
export function audienceAnalytics(
	{ audienceId, publishedVersion }: Pick<Audience, 'audienceId' | 'publishedVersion'>,
	{ startDate, endDate }: Period = {},
) {
	const start = startDate === undefined ? ALL_TIME.start : Date.parse(startDate);
	const end = endDate === undefined ? ALL_TIME.end : Date.parse(endDate);
	const days = publishedVersion === undefined ? 0 : Math.max(0, Math.ceil((end - start) / DAY_MS));
	const random = randomFrom(`${audienceId} ${start} ${end}`);

	const totalSessions = days * wholeNumber(random, 5, 25);
	const bounceEligibleSessions = part(random, totalSessions, 0.8, 1);
	const bounceCount = part(random, bounceEligibleSessions, 0.2, 0.6);
	const ctaSessions = part(random, totalSessions, 0.2, 0.5);
	const conversionCount = part(random, ctaSessions, 0.1, 0.6);
	const formSubmitCount = part(random, conversionCount, 0, 1);
	const visited = totalSessions > 0;
	return {
		audienceId,
		avgInteractionsPerSession: visited ? wholeNumber(random, 10, 80) / 10 : 0,
		avgScrollDepthPercentage: visited ? wholeNumber(random, 300, 950) / 10 : null,
		avgTimeSpentSeconds: visited ? wholeNumber(random, 200, 2400) / 10 : null,
		bounceRate: rate(bounceCount, bounceEligibleSessions),
		conversionRate: rate(conversionCount, totalSessions),
		formSubmitRate: rate(formSubmitCount, totalSessions),
		totalSessions,
		bounceCount,
		bounceEligibleSessions,
		conversionCount,
		ctaSessions,
		formSubmitCount,
	};
}

export type AudienceAnalytics = ReturnType<typeof audienceAnalytics>;

/** What `GET …/analytics/summary` answers for the page that has these audiences. */
export function pageSummary(audiences: AudienceAnalytics[]) {
	const total = (count: (audience: AudienceAnalytics) => number): number =>
		audiences.reduce((sum, audience) => sum + count(audience), 0);
	const totalSessions = total((audience) => audience.totalSessions);
	const average = (value: (audience: AudienceAnalytics) => number | null): number =>
		Math.round((total((audience) => (value(audience) ?? 0) * audience.totalSessions) / totalSessions) * 10) /
		10;

	const visited = totalSessions > 0;
	return {
		avgInteractionsPerSession: visited ? average((audience) => audience.avgInteractionsPerSession) : 0,
		avgScrollDepthPercentage: visited ? average((audience) => audience.avgScrollDepthPercentage) : null,
		avgTimeSpentSeconds: visited ? average((audience) => audience.avgTimeSpentSeconds) : null,
		bounceRate: rate(
			total((audience) => audience.bounceCount),
			total((audience) => audience.bounceEligibleSessions),
		),
		conversionRate: rate(
			total((audience) => audience.conversionCount),
			totalSessions,
		),
		formSubmitRate: rate(
			total((audience) => audience.formSubmitCount),
			totalSessions,
		),
		totalSessions,
	};
}

function part(random: Random, whole: number, least: number, most: number): number {
	return Math.floor(whole * (least + random() * (most - least)));
}

function rate(count: number, of: number): number {
	return of === 0 ? 0 : Math.round((count / of) * 10000) / 10000;
}
