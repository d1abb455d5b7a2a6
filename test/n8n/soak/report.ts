import { table } from '../../support/table';
import type { SoakReport } from './runSoak';

/** A report for a person to read. */
export function soakTable(report: SoakReport): string {
	const { memory, operations, faults } = report;
	const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
	const [first, last] = [memory[0], memory.at(-1)];
	const megabytes = (kilobytes = 0) => (kilobytes / 1024).toFixed(1);
	const rows: Array<[name: string, value: number | string]> = [
		['Minutes', report.minutes],
		['Operations', new Set(operations.keys()).size],
		['Runs', sum(operations)],
		['Requests', report.requests],
		['Faults met', sum(faults)],
		['Items in', report.itemsIn],
		['Items failed', report.itemsFailed],
		['Told by the trigger', report.delivered],
		["n8n's heap, MB", `${megabytes(first?.heap)} to ${megabytes(last?.heap)}`],
		['All its memory, MB', `${megabytes(first?.rss)} to ${megabytes(last?.rss)}`],
		[
			'Its heap grows by',
			`${report.heapPerRun.toFixed(1)} KB a run, ${report.heapPerMinute.toFixed(0)} KB a minute`,
		],
	];
	const counted = (counts: Map<string, number>) =>
		[...counts].map(([name, count]) => [`  ${name}`, `${count}`]);
	return table([
		...rows.map(([name, value]) => [name, String(value)]),
		['Faults'],
		...counted(faults),
		...report.findings.map((finding) => ['NOT RIGHT', finding]),
	]);
}
