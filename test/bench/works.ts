/** What is measured: the works, the ways each is done, and the figures to reach. */
import {
	atMost,
	longestWait,
	peakMemory,
	refused,
	requests,
	seconds,
	secondsPerRecord,
	type Figure,
} from './figures';
import { createEntries, NOT_ALL_PLAIN } from './jobs/createEntries';
import { createPeople } from './jobs/createPeople';
import type { Job } from './jobs/job';
import { quietPoll } from './jobs/quietPoll';
import { readPeople } from './jobs/readPeople';
import { upsertPeople } from './jobs/upsertPeople';

export const WAYS = {
	node: 'this node',
	nodeLegacy: "this node, n8n's legacy expression engine",
	nodeShuffled: 'this node, items shuffled',
	nodeWithoutExpressions: 'this node, the same values for all items',
	declarative: "this node on n8n's declarative engine",
	bareLoop: "n8n's request helper in a loop",
	httpRequest: 'HTTP Request',
	httpRequestJson: 'HTTP Request, one JSON expression',
	axios: 'axios loop',
};
export type WayName = keyof typeof WAYS;

export interface Work {
	name: string;
	title: string;
	job: Job;
	/** Of the sandbox's command line. */
	sandbox: string[];
	/**
	 * The ways, in the order of each round, and in how many rounds at most. What n8n keeps in memory grows from run to
	 * run: ways whose memory is compared have as many rounds.
	 */
	ways: Array<[way: WayName, rounds?: number]>;
	figures: Figure[];
}

/** Rounds of a work that takes long, for one way. */
const FEW = 3;

const persons = (count: number): string[] => ['--persons', String(count)];
const latency = (milliseconds: number): string[] => ['--latency', String(milliseconds)];
const rateLimit = (perSecond: number, retryAfter: string): string[] => [
	'--rate-limit',
	String(perSecond),
	'--retry-after',
	retryAfter,
];

const LIMIT_PER_SECOND = 50;
/** The bucket holds the entries of one second: 500 take 9 s at best. */
const LIMITED_ENTRIES = 500;
const LIMITED_SECONDS = LIMITED_ENTRIES / LIMIT_PER_SECOND - 1;

const limited = (name: string, title: string, retryAfter: string): Work => ({
	name,
	title,
	job: createEntries(LIMITED_ENTRIES),
	sandbox: rateLimit(LIMIT_PER_SECOND, retryAfter),
	ways: [
		['node', FEW],
		['httpRequest', 1],
	],
	figures: [
		atMost(1.25 * LIMITED_SECONDS, 's', seconds('node')),
		atMost(10, '% of responses 429', refused('node')),
	],
});

const polled = (name: string, remembered: number): Work => ({
	name,
	title: `Quiet poll, ${remembered.toLocaleString('en-GB')} people remembered`,
	job: quietPoll,
	sandbox: persons(remembered),
	ways: [['node']],
	figures: [
		atMost(1, 'request', requests('node')),
		atMost(20, "ms that n8n's event loop was held", longestWait('node')),
	],
});

export const WORKS: Work[] = [
	{
		name: 'create1000',
		title: 'Create 1,000 entries over 500 accounts',
		job: createEntries(1000),
		sandbox: [],
		ways: [
			['node'],
			['httpRequest'],
			['httpRequestJson'],
			['bareLoop'],
			['axios'],
			['nodeLegacy'],
			['declarative', 1],
		],
		figures: [
			atMost(0.25, '× HTTP Request', seconds('node'), seconds('httpRequest')),
			atMost(0.7, '× HTTP Request, one JSON expression', seconds('node'), seconds('httpRequestJson')),
			atMost(1.4, "× n8n's request helper in a loop", seconds('node'), seconds('bareLoop')),
		],
	},
	{
		name: 'create10000',
		title: 'Create 10,000 entries over 500 accounts',
		job: createEntries(10_000),
		sandbox: [],
		ways: [
			['node', FEW],
			['httpRequest', FEW],
			['axios', FEW],
		],
		figures: [
			atMost(0.25, '× HTTP Request', seconds('node'), seconds('httpRequest')),
			atMost(100, 'ms without an answer from n8n', longestWait('node')),
			atMost(0.6, "× HTTP Request's peak memory", peakMemory('node'), peakMemory('httpRequest')),
		],
	},
	{
		name: 'create1000mixed',
		title: 'Create 1,000 entries, two of five expressions not plain',
		job: createEntries(1000, { expressions: NOT_ALL_PLAIN }),
		sandbox: [],
		ways: [['node'], ['httpRequest'], ['nodeLegacy']],
		figures: [atMost(0.5, '× HTTP Request', seconds('node'), seconds('httpRequest'))],
	},
	{
		name: 'create5000sorted',
		title: 'Create 5,000 entries, sorted by 100 accounts',
		job: createEntries(5000, { accounts: 100, sorted: true }),
		sandbox: [],
		ways: [['node'], ['nodeShuffled']],
		figures: [atMost(1.3, '× the same shuffled', seconds('node'), seconds('nodeShuffled'))],
	},
	{
		name: 'create2000latency100',
		title: 'Create 2,000 entries, 100 ms latency',
		job: createEntries(2000),
		sandbox: latency(100),
		ways: [
			['node', FEW],
			['httpRequest', FEW],
			['axios', 1],
		],
		figures: [atMost(1, '× HTTP Request', seconds('node'), seconds('httpRequest'))],
	},
	limited('create500limited', 'Create 500 entries, 50 a second, Retry-After', 'seconds'),
	limited('create500limitedSilently', 'Create 500 entries, 50 a second, no Retry-After', 'none'),
	{
		name: 'create5x1000limited',
		title: 'Create 5 × 1,000 entries in five runs at once, 100 a second',
		job: createEntries(5000, { executions: 5 }),
		sandbox: rateLimit(100, 'seconds'),
		ways: [['node', FEW]],
		figures: [
			atMost(1.2 * (5000 / 100), 's', seconds('node')),
			atMost(5, '% of responses 429', refused('node')),
		],
	},
	{
		name: 'createPeople1000',
		title: 'Create 1,000 people, columns mapped by themselves',
		job: createPeople(1000),
		sandbox: [],
		ways: [['node'], ['nodeWithoutExpressions'], ['httpRequest', FEW]],
		figures: [
			atMost(1, '× the same values for all items', seconds('node'), seconds('nodeWithoutExpressions')),
		],
	},
	{
		name: 'upsert1000',
		title: 'Create or update 1,000 people, half of them there',
		job: upsertPeople(1000),
		sandbox: [],
		ways: [['node'], ['httpRequest']],
		figures: [atMost(0.3, '× HTTP Request, If and Merge', seconds('node'), seconds('httpRequest'))],
	},
	{
		name: 'read20000',
		title: 'Read 20,000 people',
		job: readPeople(20_000),
		sandbox: persons(20_000),
		ways: [['node'], ['httpRequest'], ['axios'], ['bareLoop']],
		figures: [
			atMost(0.5, '× HTTP Request + Split Out', seconds('node'), seconds('httpRequest')),
			atMost(0.95, "× n8n's request helper in a loop", seconds('node'), seconds('bareLoop')),
		],
	},
	{
		name: 'read20000latency20',
		title: 'Read 20,000 people, 20 ms latency',
		job: readPeople(20_000),
		sandbox: [...persons(20_000), ...latency(20)],
		ways: [
			['node', FEW],
			['httpRequest', FEW],
			['axios', FEW],
		],
		figures: [atMost(1.1, '× axios loop', seconds('node'), seconds('axios'))],
	},
	{
		name: 'read200000',
		title: 'Read 200,000 people',
		job: readPeople(200_000),
		sandbox: persons(200_000),
		ways: [
			['node', FEW],
			['httpRequest', FEW],
			['axios', FEW],
		],
		figures: [
			atMost(
				1.2,
				'× the time per record of 20,000',
				secondsPerRecord('node'),
				secondsPerRecord('node', 'read20000'),
			),
			atMost(1, "× HTTP Request's peak memory", peakMemory('node'), peakMemory('httpRequest')),
		],
	},
	polled('poll100000', 100_000),
	polled('poll1000000', 1_000_000),
];
