/** The figures to reach, worked out from all rounds of a work. */
import type { WayName, Work } from './works';

/** One run of one way. */
export interface Round {
	/** From n8n's own run data; the axios loop's from its own clock. */
	seconds: number;
	/**
	 * While the measured nodes ran, n8n let a question wait this long, in ms; missing where no n8n ran. Of a poll, which
	 * is shorter than the time between two questions: how long it held n8n's event loop.
	 */
	longestWait?: number;
	/** The same from the call of the webhook to its answer: n8n's own work before and after is in it. */
	longestWaitOfRun?: number;
	/** Of n8n's resident memory, in bytes. */
	peakBytes?: number;
	/** That the service got. */
	requests: number;
	/** Share of the service's answers that were 429, 0 to 1. */
	refused: number;
	/** What is not as it should be: failed, lost, doubled. */
	problems: string[];
}

export interface WorkResult {
	work: Work;
	rounds: Map<WayName, Round[]>;
}

/** A number from the rounds of a work, or of another one; undefined where these were not run. */
export type Quantity = (result: WorkResult, all: WorkResult[]) => number | undefined;

export interface Figure {
	limit: number;
	unit: string;
	/** Reached if this is not greater than `limit`. */
	measured: Quantity;
}

/** A figure; with `relativeTo`, one that is a ratio. */
export function atMost(limit: number, unit: string, quantity: Quantity, relativeTo?: Quantity): Figure {
	const measured: Quantity = (result, all) => {
		const value = quantity(result, all);
		const divisor = relativeTo === undefined ? 1 : relativeTo(result, all);
		return value === undefined || divisor === undefined ? undefined : value / divisor;
	};
	return { limit, unit, measured };
}

/** The middle one; of an even number, the mean of the two in the middle. Undefined if there is none. */
export function median(values: number[]): number | undefined {
	if (values.length === 0) return undefined;
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)]!;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1]!;
	return (lower + upper) / 2;
}

/** Undefined if there is none. */
export function greatest(values: Array<number | undefined>): number | undefined {
	const known = values.filter((value) => value !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}

const rounds = ({ rounds: ofWays }: WorkResult, way: WayName): Round[] => ofWays.get(way) ?? [];

export const seconds =
	(way: WayName): Quantity =>
	(result) =>
		median(rounds(result, way).map((round) => round.seconds));

/** Of this work, or of the one that is named. */
export const secondsPerRecord =
	(way: WayName, workName?: string): Quantity =>
	(result, all) => {
		const of = workName === undefined ? result : all.find(({ work }) => work.name === workName);
		const time = of && seconds(way)(of, all);
		return time === undefined ? undefined : time / of!.work.job.records;
	};

/** In milliseconds, of all rounds the worst. */
export const longestWait =
	(way: WayName): Quantity =>
	(result) =>
		greatest(rounds(result, way).map((round) => round.longestWait));

/** In bytes, of all rounds the greatest. */
export const peakMemory =
	(way: WayName): Quantity =>
	(result) =>
		greatest(rounds(result, way).map((round) => round.peakBytes));

/** In percent, of all rounds the worst. */
export const refused =
	(way: WayName): Quantity =>
	(result) =>
		greatest(rounds(result, way).map((round) => round.refused * 100));

/** Of all rounds the most. */
export const requests =
	(way: WayName): Quantity =>
	(result) =>
		greatest(rounds(result, way).map((round) => round.requests));
