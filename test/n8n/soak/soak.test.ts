import { inspect } from 'node:util';
import { operations } from '../../support/description';
import { runSoak } from './runSoak';

/** `MINUTES=10 npm run soak` for more. */
const MINUTES = Number(process.env.MINUTES ?? 2);

it(`${MINUTES} minutes of mixed work lose no item and no event, and leave nothing in memory`, async () => {
	const report = await runSoak(MINUTES);
	process.stdout.write(`\n${inspect(report)}\n\n`);
	expect(report.findings).toEqual([]);
	expect([...report.operations.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
	expect(report.delivered).toBeGreaterThan(0);
	expect(report.faults.size).toBeGreaterThan(0);
});
