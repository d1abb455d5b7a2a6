/** What is measured: the works, the ways each is done, and the goals. */
import {
	createEntries,
	getAnalytics,
	SOME_PLAIN,
	readPeople,
	upsertPeople,
	type Job,
} from './jobs';

export const WAYS = {
	node: 'this node',
	bareLoop: "n8n's request helper in a loop",
	httpRequest: 'HTTP Request',
	httpRequestJson: 'HTTP Request, one JSON expression',
	axios: 'axios loop',
};
export type WayName = keyof typeof WAYS;

/** Of all rounds of a way: the median time, and the worst of the rest. */
export interface Measured {
	seconds: number;
	/** In milliseconds. */
	silence: number;
	mebibytes: number;
	requests: number;
	/** Percent of the service's answers that were 429. */
	refused: number;
}

/** By way; what was not measured is not a number. */
export type Ways = Record<WayName, Measured>;

/**
 * Reached if what is measured is not greater than the limit. The works that ran are given by name.
 */
type Goal = [
	limit: number,
	unit: string,
	measured: (ways: Ways, works: Map<string, Ways>) => number,
];

export interface Work {
	title: string;
	/** For a service at this address; a poll has none. */
	job?: (url: string) => Job;
	/** Of the sandbox's command line. */
	sandbox?: string;
	/**
	 * The most rounds of each way, in their order: as many for ways whose memory is compared, since
	 * it grows by run.
	 */
	ways: Partial<Record<WayName, number>>;
	goals: Goal[];
}

/** Rounds: of most works, and of one that takes long. */
const ALL = Infinity;
const FEW = 3;

/** How this node compares to another way. */
const ratio = (limit: number, unit: string, way: WayName, of: keyof Measured = 'seconds'): Goal => [
	limit,
	unit,
	(ways) => ways.node[of] / ways[way][of],
];
const ofHttpRequest = (limit: number, unit = '× HTTP Request'): Goal =>
	ratio(limit, unit, 'httpRequest');
const ofBareLoop = (limit: number): Goal =>
	ratio(limit, "× n8n's request helper in a loop", 'bareLoop');
const memory = (max: number): Goal =>
	ratio(max, "× HTTP Request's peak memory", 'httpRequest', 'mebibytes');
const atMost = (max: number, unit: string, of: keyof Measured): Goal => [
	max,
	unit,
	({ node }) => node[of],
];

const limited = (title: string, retryAfter: string): Work => ({
	title,
	job: (url) => createEntries(url, 500),
	sandbox: `--rate-limit 50 --retry-after ${retryAfter}`,
	ways: { node: FEW, httpRequest: 1 },
	// The bucket holds the entries of one second: 500 take 9 s at best.
	goals: [atMost(1.25 * 9, 's', 'seconds'), atMost(10, '% of responses 429', 'refused')],
});

/** A poll of a list that has nothing new; the whole list is not read again while it is measured. */
const polled = (remembered: number): Work => ({
	title: `Quiet poll, ${remembered.toLocaleString('en-GB')} people remembered`,
	sandbox: `--persons ${remembered}`,
	ways: { node: ALL },
	goals: [
		atMost(1, 'request', 'requests'),
		atMost(20, "ms that n8n's event loop was held", 'silence'),
	],
});

const work = (
	title: string,
	job: Work['job'],
	sandbox: string,
	ways: Work['ways'],
	...goals: Goal[]
): Work => ({ title, job, sandbox, ways, goals });

const NOVEMBER_BY_DAY = {
	period: 'custom',
	startDate: '2025-11-01',
	endDate: '2025-11-30',
	splitBy: 'day',
};

export const WORKS: Record<string, Work> = {
	create1000: work(
		'Create 1,000 entries over 500 accounts',
		(url) => createEntries(url, 1000),
		'',
		{ node: ALL, httpRequest: ALL, httpRequestJson: ALL, bareLoop: ALL, axios: ALL },
		...[ofHttpRequest(0.25), ratio(0.7, '× HTTP Request, one JSON expression', 'httpRequestJson')],
		ofBareLoop(1.4),
	),
	create10000: work(
		'Create 10,000 entries over 500 accounts',
		(url) => createEntries(url, 10_000),
		'',
		{ node: FEW, httpRequest: FEW, bareLoop: FEW, axios: FEW },
		...[ofHttpRequest(0.15), ofBareLoop(1.25), memory(0.6)],
		atMost(100, 'ms without an answer from n8n', 'silence'),
	),
	create1000mixed: work(
		'Create 1,000 entries, two of five expressions not plain',
		(url) => createEntries(url, 1000, { expressions: SOME_PLAIN }),
		'',
		{ node: ALL, httpRequest: ALL },
		ofHttpRequest(0.5),
	),
	create2000latency100: work(
		'Create 2,000 entries, 100 ms latency',
		(url) => createEntries(url, 2000),
		'--latency 100',
		{ node: FEW, httpRequest: FEW, axios: 1 },
		ofHttpRequest(1),
	),
	create500limited: limited('Create 500 entries, 50 a second, Retry-After', 'exact'),
	create500limitedSilently: limited('Create 500 entries, 50 a second, no Retry-After', 'none'),
	create5x1000limited: work(
		'Create 5 × 1,000 entries in five runs at once, 100 a second',
		(url) => createEntries(url, 5000, { executions: 5 }),
		'--rate-limit 100',
		{ node: FEW },
		...[atMost(1.2 * 50, 's', 'seconds'), atMost(5, '% of responses 429', 'refused')],
	),
	upsert1000: work(
		'Create or update 1,000 people, half of them there',
		(url) => upsertPeople(url, 1000),
		'',
		{ node: ALL, httpRequest: ALL },
		ofHttpRequest(0.3, '× HTTP Request, If and Merge'),
	),
	read20000: work(
		'Read 20,000 people',
		(url) => readPeople(url, 20_000),
		'--persons 20000',
		{ node: ALL, httpRequest: ALL, axios: ALL, bareLoop: ALL },
		...[ofHttpRequest(0.5, '× HTTP Request + Split Out'), ofBareLoop(0.95)],
	),
	read20000latency20: work(
		'Read 20,000 people, 20 ms latency',
		(url) => readPeople(url, 20_000),
		'--persons 20000 --latency 20',
		{ node: FEW, httpRequest: FEW, axios: FEW },
		ratio(1.1, '× axios loop', 'axios'),
	),
	read200000: work(
		'Read 200,000 people',
		(url) => readPeople(url, 200_000),
		'--persons 200000',
		{ node: FEW, httpRequest: FEW, axios: FEW },
		[
			1.2,
			'× the time per record of 20,000',
			({ node }, works) => node.seconds / 10 / (works.get('read20000')?.node.seconds ?? NaN),
		],
		memory(0.8),
	),
	upsert2000readAll: work(
		'Create or update 2,000 people, all people read first',
		(url) => upsertPeople(url, 2000, { findBy: 'readAll' }),
		'',
		{ node: FEW, httpRequest: 1 },
		ofHttpRequest(0.1, '× HTTP Request, If and Merge'),
	),
	analytics1000pages: work(
		'Page analytics of 1,000 pages',
		() => getAnalytics(1000, { operation: 'getSummary', period: 'lastMonth' }),
		'--pages 1000',
		{ node: FEW },
	),
	analytics300audiences: work(
		'Audience analytics of 300 audiences, each day of a month',
		() => getAnalytics(300 * 30, { operation: 'getAudiences', ...NOVEMBER_BY_DAY }),
		'--pages 1 --audiences 300',
		{ node: FEW },
	),
	poll100000: polled(100_000),
	poll1000000: polled(1_000_000),
};
