import fc from 'fast-check';

import { cases } from '../../../../support/cases';
import { events } from '../../../../support/description';
import { useVirtualTime } from '../../../../support/virtualTime';
import { simulate } from './run';
import { sequences, setups } from './steps';
import { Tally } from './tally';
import { worlds } from './worlds';

const seed = Number(process.env.SIMULATION_SEED ?? 20260131);
/** Sequences for each event and beginning. */
const numRuns = Number(process.env.SIMULATION_RUNS ?? cases(24));

const beginnings = worlds
	.flatMap(([event, watching]) => [
		{ event, watching, startFrom: 'now' as const },
		{ event, watching, startFrom: 'everything' as const },
	])
	.map((one, index) => ({ ...one, seed: seed + index }));

const tally = new Tally();

useVirtualTime();

afterAll(() => {
	process.stdout.write(`Simulation of the trigger (seed ${seed}): ${tally.toString()}\n`);
});

test.each(beginnings)(
	'$event from $startFrom: each record once, whatever happens',
	async ({ watching, startFrom, seed: ownSeed }) => {
		const holds = fc.asyncProperty(setups, sequences, async (setup, steps) => {
			await simulate(watching, startFrom, setup, steps, tally);
		});
		await fc.assert(holds, { numRuns, seed: ownSeed });
	},
);

test('every event is simulated', () => {
	const simulated = worlds.map(([name]) => name.split(' ')[0]);
	expect(events.map(({ event }) => event).filter((event) => !simulated.includes(event))).toEqual([]);
});

test('enough has happened to be believed', () => {
	const { steps, polls, deliveries, restores } = tally;
	expect(steps).toBeGreaterThan(300 * numRuns);
	expect(polls).toBeGreaterThan(150 * numRuns);
	expect(deliveries).toBeGreaterThan(75 * numRuns);
	expect(restores).toBeGreaterThan(10 * numRuns);
});
