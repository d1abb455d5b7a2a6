import fc, { type Arbitrary } from 'fast-check';

import { casesOf } from '../../../../support/cases';
import { useVirtualTime } from '../../../../support/virtualTime';
import { LISTS } from './lists';
import { done } from './n8n';
import { simulate } from './run';
import { sequences, setupsFor } from './steps';

const seed = Number(process.env.SIMULATION_SEED ?? 20260131);
/** Sequences for each list and beginning. */
const numRuns = Number(process.env.SIMULATION_RUNS ?? casesOf(3, 15));

const beginnings = LISTS.flatMap((list) => [
	{ list, startFrom: 'now' as const },
	{ list, startFrom: 'everything' as const },
]).map((one, index) => ({ ...one, seed: seed + index, of: one.list.of ?? 'all there is' }));

/**
 * The law that is tried for every list and beginning.
 *
 * @param processes of n8n: see `Setup`
 * @param isEnough whether enough has happened that is special about such an n8n, in so many runs
 */
export function eachRecordOnce(processes: Arbitrary<number>, isEnough: (runs: number) => boolean): void {
	useVirtualTime();

	test.each(beginnings)(
		'$list.event of $of, from $startFrom: each record once, whatever happens',
		async ({ list, startFrom, seed: ownSeed }) => {
			const holds = fc.asyncProperty(setupsFor(processes), sequences, async (setup, steps) => {
				await simulate(list, startFrom, setup, steps);
			});
			await fc.assert(holds, { numRuns, seed: ownSeed });
		},
	);

	test('enough has happened to be believed', () => {
		expect(done.steps).toBeGreaterThan(300 * numRuns);
		expect(done.polls).toBeGreaterThan(150 * numRuns);
		expect(done.deliveries).toBeGreaterThan(75 * numRuns);
		expect(done.restarts).toBeGreaterThan(10 * numRuns);
		expect(isEnough(numRuns)).toBe(true);
	});
}
