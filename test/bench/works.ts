/** What is measured: the works, the ways each is done, and the figures to reach. */
import { atMost, longestWait, peakMemory, refused, seconds, secondsPerRecord, type Figure } from './figures';

/** What a way does: writes the entries it gets, or reads all persons. */
export type Job = 'create' | 'read';

export const WAYS = {
	node: 'this node',
	declarative: "this node on n8n's declarative engine",
	bareLoop: "n8n's request helper in a loop",
	httpRequest: 'HTTP Request',
	axios: 'axios loop',
};
export type WayName = keyof typeof WAYS;

export interface Work {
	name: string;
	title: string;
	job: Job;
	/** How many records are written or read. */
	records: number;
	/** Of the sandbox's command line. */
	sandbox: string[];
	/** The ways, in the order of each round, and in how many rounds at most. */
	ways: Array<[way: WayName, rounds?: number]>;
	figures: Figure[];
}

const LIMIT_PER_SECOND = 50;
/** The bucket holds the entries of one second: 500 take 9 s at best. */
const LIMITED_ENTRIES = 500;
const LIMITED_SECONDS = LIMITED_ENTRIES / LIMIT_PER_SECOND - 1;

const create = (records: number) => ({ job: 'create' as const, records });
const read = (records: number) => ({ job: 'read' as const, records });
const persons = (count: number): string[] => ['--persons', String(count)];
const latency = (milliseconds: number): string[] => ['--latency', String(milliseconds)];

const limited = (name: string, title: string, retryAfter: string): Work => ({
	...create(LIMITED_ENTRIES),
	name,
	title,
	sandbox: ['--rate-limit', String(LIMIT_PER_SECOND), '--retry-after', retryAfter],
	ways: [['node'], ['httpRequest', 1]],
	figures: [
		atMost(1.25 * LIMITED_SECONDS, 's', seconds('node')),
		atMost(10, '% of responses 429', refused('node')),
	],
});

export const WORKS: Work[] = [
	{
		...create(1000),
		name: 'create1000',
		title: 'Create 1,000 entries over 500 accounts',
		sandbox: [],
		ways: [['node'], ['httpRequest'], ['axios'], ['declarative', 2]],
		figures: [
			atMost(0.85, '× HTTP Request', seconds('node'), seconds('httpRequest')),
			atMost(150, 'ms without an answer from n8n', longestWait('node')),
		],
	},
	{
		...create(10_000),
		name: 'create10000',
		title: 'Create 10,000 entries over 500 accounts',
		sandbox: [],
		ways: [['node'], ['httpRequest'], ['axios']],
		figures: [
			atMost(0.9, '× HTTP Request', seconds('node'), seconds('httpRequest')),
			atMost(1, "× HTTP Request's time without an answer", longestWait('node'), longestWait('httpRequest')),
			atMost(1, "× HTTP Request's peak memory", peakMemory('node'), peakMemory('httpRequest')),
		],
	},
	{
		...create(2000),
		name: 'create2000latency100',
		title: 'Create 2,000 entries, 100 ms latency',
		sandbox: latency(100),
		ways: [['node'], ['httpRequest'], ['axios']],
		figures: [atMost(1, '× HTTP Request', seconds('node'), seconds('httpRequest'))],
	},
	limited('create500limited', 'Create 500 entries, 50 a second, Retry-After', 'seconds'),
	limited('create500limitedSilently', 'Create 500 entries, 50 a second, no Retry-After', 'none'),
	{
		...read(20_000),
		name: 'read20000',
		title: 'Read 20,000 people',
		sandbox: persons(20_000),
		ways: [['node'], ['httpRequest'], ['axios'], ['bareLoop']],
		figures: [
			atMost(0.5, '× HTTP Request + Split Out', seconds('node'), seconds('httpRequest')),
			atMost(1.4, '× axios loop', seconds('node'), seconds('axios')),
		],
	},
	{
		...read(20_000),
		name: 'read20000latency20',
		title: 'Read 20,000 people, 20 ms latency',
		sandbox: [...persons(20_000), ...latency(20)],
		ways: [['node'], ['httpRequest'], ['axios']],
		figures: [atMost(1.1, '× axios loop', seconds('node'), seconds('axios'))],
	},
	{
		...read(200_000),
		name: 'read200000',
		title: 'Read 200,000 people',
		sandbox: persons(200_000),
		ways: [['node'], ['httpRequest', 1], ['axios']],
		figures: [
			atMost(
				1.2,
				'× the time per record of 20,000',
				secondsPerRecord('node'),
				secondsPerRecord('node', 'read20000'),
			),
		],
	},
];
