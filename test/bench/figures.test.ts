import {
	atMost,
	longestWait,
	median,
	secondsPerRecord,
	seconds,
	type Round,
	type WorkResult,
} from './figures';
import { figureRows, measuredRows } from './report';
import type { WayName, Work } from './works';

const work = (over: Partial<Work> = {}): Work => ({
	name: 'create10',
	title: 'Create 10',
	job: 'create',
	records: 10,
	sandbox: [],
	ways: [['node'], ['httpRequest']],
	figures: [atMost(0.85, '× HTTP Request', seconds('node'), seconds('httpRequest'))],
	...over,
});

const round = (time: number, over: Partial<Round> = {}): Round => ({
	seconds: time,
	refused: 0,
	problems: [],
	...over,
});

const resultOf = (of: Work, rounds: Partial<Record<WayName, Round[]>>): WorkResult => ({
	work: of,
	rounds: new Map(Object.entries(rounds) as Array<[WayName, Round[]]>),
});

describe('median', () => {
	it.each([
		[[], undefined],
		[[3], 3],
		[[10, 1, 2], 2],
		[[4, 1, 3, 2], 2.5],
	])('of %p is %p', (values, expected) => expect(median(values)).toBe(expected));
});

describe('a figure', () => {
	const figuresOf = (...results: WorkResult[]) => figureRows(results).slice(1);

	it('is the ratio of medians, and reached up to its limit', () => {
		const node = [round(1.7), round(9), round(0.1)];
		expect(figuresOf(resultOf(work(), { node, httpRequest: [round(2)] }))).toEqual([
			['Create 10', '0.85 × HTTP Request', '≤ 0.85 × HTTP Request', 'yes'],
		]);
		expect(figuresOf(resultOf(work(), { node, httpRequest: [round(1.9)] }))).toEqual([
			['Create 10', '0.89 × HTTP Request', '≤ 0.85 × HTTP Request', 'not reached'],
		]);
	});

	it('is not reached by a run that lost something, however fast', () => {
		const node = [round(1), round(1, { problems: ['9 of 10 written'] })];
		expect(figuresOf(resultOf(work(), { node, httpRequest: [round(2)] }))[0]?.[3]).toMatch(/^not reached/);
	});

	it('is not measured where a way was not run', () => {
		expect(figuresOf(resultOf(work(), { node: [round(1)] }))[0]?.[3]).toBe('not measured');
	});

	it('takes the worst of all rounds for silence', () => {
		const silence = work({ figures: [atMost(150, 'ms', longestWait('node'))] });
		const node = [round(1, { longestWait: 151 }), round(1, { longestWait: 20 })];
		expect(figuresOf(resultOf(silence, { node }))).toEqual([
			['Create 10', '151 ms', '≤ 150 ms', 'not reached'],
		]);
	});

	it('can compare the time per record with that of another work', () => {
		const large = work({
			name: 'create100',
			title: 'Create 100',
			records: 100,
			figures: [atMost(1.2, '×', secondsPerRecord('node'), secondsPerRecord('node', 'create10'))],
		});
		const small = work({ figures: [] });
		const results = [resultOf(small, { node: [round(1)] }), resultOf(large, { node: [round(11)] })];
		expect(figuresOf(...results)).toEqual([['Create 100', '1.1 ×', '≤ 1.2 ×', 'yes']]);
	});
});

it('lists what was measured with its spread, its worst moments and what went wrong', () => {
	const node = [
		round(2, { longestWait: 40, longestWaitOfRun: 90, peakBytes: 512 * 1024 ** 2, refused: 0.125 }),
		round(4, { problems: ['9 of 10 written'] }),
	];
	expect(measuredRows([resultOf(work(), { node })])[1]).toEqual([
		'Create 10',
		'this node',
		'3.00',
		'2.00–4.00',
		'2',
		'40',
		'90',
		'512',
		'12.5',
		'9 of 10 written',
	]);
});
