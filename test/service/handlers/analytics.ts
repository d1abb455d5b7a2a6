/**
 * Metrics that are made up, the same for the same dates: those of spans that meet sum to the whole.
 */
import { randomFrom } from '../random';
import type { Audience } from '../records';
import { found, ok, type Call, type Handler, type Query, type Service } from './call';

const DAY_MS = 24 * 60 * 60 * 1000;
/** There is something to count from 2024 on, for six years. */
const FIRST_MS = Date.UTC(2024, 0, 1);
const DAYS = 2192;

/** What is counted, and how much of it there is for a session: at least, and at most. */
const COUNTED = {
	totalSessions: [1, 1],
	bounceEligibleSessions: [0.6, 0.95],
	bounceCount: [0.1, 0.5],
	ctaSessions: [0.2, 0.5],
	conversionCount: [0.05, 0.35],
	formSubmitCount: [0.02, 0.2],
	interactions: [1, 8],
	scrollDepth: [30, 95],
	secondsSpent: [20, 240],
} as const;

type Counts = Record<keyof typeof COUNTED, number>;

/**
 * How many sessions there were before a moment: a few a day, more in some months than in others.
 */
function sessionsBefore(perDay: number, moment: number): number {
	const days = Math.min(Math.max((moment - FIRST_MS) / DAY_MS, 0), DAYS);
	return perDay * (days + 12 * Math.sin(days / 13));
}

/** Nobody visits what is not published. */
function countsOf(
	{ audienceId, publishedVersion }: Audience,
	{ startDate, endDate }: Query,
): Counts {
	const random = randomFrom(audienceId);
	const perDay = publishedVersion === undefined ? 0 : 5 + 25 * random();
	const [from, to] = [startDate, endDate].map((date) => date && Date.parse(date));
	const counts = Object.entries(COUNTED).map(([name, [least, most]]) => {
		const share = least + (most - least) * random();
		const before = (moment: number) => Math.floor(share * sessionsBefore(perDay, moment));
		return [name, before((to || Infinity) + 1) - before(from || -Infinity)];
	});
	return Object.fromEntries(counts) as Counts;
}

function sumOf(all: Counts[]): Counts {
	const names = Object.keys(COUNTED) as Array<keyof Counts>;
	const sums = names.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)]);
	return Object.fromEntries(sums) as Counts;
}

const ratio = (count: number, whole: number): number | null =>
	whole === 0 ? null : Math.round((count / whole) * 10_000) / 10_000;

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

function audiencesOf({ params }: Call, { store }: Service): readonly Audience[] {
	const { pageId } = found(store.pages, 'page', params);
	return store.audiences.of(pageId).all();
}

export const analyticsHandlers = {
	listAudienceAnalytics: (call, service) => {
		const items = audiencesOf(call, service).map((audience) => {
			const counts = countsOf(audience, call.query);
			const { bounceCount, bounceEligibleSessions, conversionCount, ctaSessions, formSubmitCount } =
				counts;
			return {
				...{ audienceId: audience.audienceId, ...summaryOf(counts) },
				...{ bounceCount, bounceEligibleSessions, conversionCount, ctaSessions, formSubmitCount },
			};
		});
		return ok({ items });
	},

	getPageAnalyticsSummary: (call, service) =>
		ok(
			summaryOf(
				sumOf(audiencesOf(call, service).map((audience) => countsOf(audience, call.query))),
			),
		),
} satisfies Record<string, Handler>;
