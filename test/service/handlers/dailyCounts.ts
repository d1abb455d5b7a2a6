/**
 * What happened to an audience on each day: made up, always the same for the same audience, and summed for any span of
 * time. Spans that meet without a gap sum to the whole.
 */
import { randomFrom, wholeNumber } from '../random';

const DAY_MS = 24 * 60 * 60 * 1000;
/** There is something to count from here on. */
const FIRST_MS = Date.UTC(2024, 0, 1);
const DAYS = 2192;
const WEEKEND = [0, 6];

/** What is counted. Averages are made of sums. */
export const COUNTED = [
	'totalSessions',
	'bounceEligibleSessions',
	'bounceCount',
	'ctaSessions',
	'conversionCount',
	'formSubmitCount',
	'interactions',
	'scrollDepth',
	'secondsSpent',
] as const;

export type Counts = Record<(typeof COUNTED)[number], number>;

export const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts;

export const sumOf = (all: Counts[]): Counts =>
	all.reduce(
		(sum, one) => Object.fromEntries(COUNTED.map((name) => [name, sum[name] + one[name]])) as Counts,
		NOTHING,
	);

/** For each count, what there was before each day, and at the end of the last. */
type Sums = Record<keyof Counts, number[]>;

function countsOfDay(random: () => number, isWeekend: boolean): Counts {
	const sessions = wholeNumber(random, 0, isWeekend ? 12 : 40);
	const part = (least: number, most: number) =>
		Math.floor((sessions * wholeNumber(random, least, most)) / 100);
	const bounceEligibleSessions = part(60, 95);
	return {
		totalSessions: sessions,
		bounceEligibleSessions,
		bounceCount: Math.floor((bounceEligibleSessions * wholeNumber(random, 15, 60)) / 100),
		ctaSessions: part(20, 50),
		conversionCount: part(5, 35),
		formSubmitCount: part(2, 20),
		interactions: sessions * wholeNumber(random, 1, 8),
		scrollDepth: sessions * wholeNumber(random, 30, 95),
		secondsSpent: sessions * wholeNumber(random, 20, 240),
	};
}

function makeSums(id: string): Sums {
	const random = randomFrom(id);
	const sums = Object.fromEntries(COUNTED.map((name) => [name, [0]])) as unknown as Sums;
	for (let day = 0; day < DAYS; day++) {
		const isWeekend = WEEKEND.includes(new Date(FIRST_MS + day * DAY_MS).getUTCDay());
		const counts = countsOfDay(random, isWeekend);
		for (const name of COUNTED) sums[name].push(sums[name][day]! + counts[name]);
	}
	return sums;
}

const known = new Map<string, Sums>();

function sumsOf(id: string): Sums {
	const sums = known.get(id) ?? makeSums(id);
	known.set(id, sums);
	return sums;
}

/** How much there was before a moment. What a day has is spread over its hours. */
function before(sums: number[], moment: number): number {
	const days = Math.min(Math.max((moment - FIRST_MS) / DAY_MS, 0), DAYS);
	const day = Math.floor(days);
	const atDay = sums[day]!;
	return atDay + Math.floor(((sums[day + 1] ?? atDay) - atDay) * (days - day));
}

/** What there was from a moment to another, both included, in milliseconds. */
export function countsOf(id: string, from = -Infinity, to = Infinity): Counts {
	const sums = sumsOf(id);
	const counts = COUNTED.map((name) => [name, before(sums[name], to + 1) - before(sums[name], from)]);
	return Object.fromEntries(counts) as Counts;
}
