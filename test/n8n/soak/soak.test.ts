import { runSoak } from './runSoak';
import { soakTable } from './report';

const MINUTES = 2;

it('two minutes of mixed work lose no item and no event, and leave nothing in memory', async () => {
	const report = await runSoak(MINUTES);
	process.stdout.write(`\n${soakTable(report)}\n\n`);
	expect(report.findings).toEqual([]);
	expect(report.operations.size).toBe(21);
	expect(report.delivered).toBeGreaterThan(0);
	expect(report.faults.size).toBeGreaterThan(0);
});
