import fc from 'fast-check';

import { cases } from '../../../../support/cases';
import { events } from '../../../../support/description';
import { useVirtualTime } from '../../../../support/virtualTime';
import { LISTS } from './lists';
import { done, simulate } from './run';
import { sequences, setups } from './steps';

const seed = Number(process.env.SIMULATION_SEED ?? 20260131);
/** Sequences for each list and beginning. */
const numRuns = Number(process.env.SIMULATION_RUNS ?? cases(24));

const beginnings = LISTS.flatMap((list) => [
	{ list, startFrom: 'now' as const },
	{ list, startFrom: 'everything' as const },
]).map((one, index) => ({ ...one, seed: seed + index, of: one.list.of ?? 'all there is' }));

useVirtualTime();

test.each(beginnings)(
	'$list.event of $of, from $startFrom: each record once, whatever happens',
	async ({ list, startFrom, seed: ownSeed }) => {
		const holds = fc.asyncProperty(setups, sequences, async (setup, steps) => {
			await simulate(list, startFrom, setup, steps);
		});
		await fc.assert(holds, { numRuns, seed: ownSeed });
	},
);

test('every event is simulated', () => {
	const simulated = LISTS.map(({ event }) => event);
	expect(events.map(({ event }) => event).filter((event) => !simulated.includes(event))).toEqual([]);
});

test('enough has happened to be believed', () => {
	expect(done.steps).toBeGreaterThan(300 * numRuns);
	expect(done.polls).toBeGreaterThan(150 * numRuns);
	expect(done.deliveries).toBeGreaterThan(75 * numRuns);
	expect(done.restores).toBeGreaterThan(10 * numRuns);
});
