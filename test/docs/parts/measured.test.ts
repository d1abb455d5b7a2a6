import type { BenchRecord } from '../../bench/report';
import { performanceRows } from './measured';

const HEADER = ['Work', 'Way', 'Median s', 'Silence ms', 'Peak memory MiB', 'Result'];

const recordOf = (...rows: string[][]): BenchRecord => ({
	date: '2026-11-21',
	package: '1.0.0',
	n8n: '2.41.0',
	node: '24.21.0',
	machine: '2 × AMD EPYC',
	figures: [],
	measured: [HEADER, ...rows],
});

test('one row a work: the ways beside each other, a way that was not run, and one that failed', () => {
	const record = recordOf(
		['Create', 'this node', '3.00', '66', '625', 'all, once'],
		['Create', 'axios loop', '0.36', '–', '–', 'all, once'],
		['Create, limited', 'this node', '10.03', '44', '627', 'all, once'],
		['Create, limited', 'HTTP Request', '2.83', '48', '669', 'Too many requests; 178 of 500 written'],
	);
	expect(performanceRows(record).map((row) => Object.values(row))).toEqual([
		['Create', '3.00', '–', '0.36', '66', '625'],
		['Create, limited', '10.03', 'failed: 178 of 500 written', '–', '44', '627'],
	]);
});

test('a way of this node that lost records does not come with a time', () => {
	const record = recordOf(['Create', 'this node', '3.00', '66', '625', '999 of 1000 written']);
	expect(performanceRows(record)[0]).toMatchObject({ 'This node, s': 'failed: 999 of 1000 written' });
});
