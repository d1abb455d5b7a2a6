import fc, { type Arbitrary } from 'fast-check';
import { casesOf } from '../support/cases';
import { Clock } from '../support/virtualTime';
import { faults } from './deviations/answers';
import { mayFailWith, type Deviation, type OperationKind } from './deviations/Deviation';
import { latency, limit } from './deviations/service';
import { startService, type WorldService } from './WorldService';

/** How many worlds all laws together are tried in. */
const WORLDS = Number(process.env.WORLDS ?? casesOf(63));
/** The same worlds at every run, unless somebody wants to see others. */
const SEED = Number(process.env.WORLD_SEED ?? 2026);
/** Of one world, as a failure tells it. */
const PATH = process.env.WORLD_PATH;
/** Laws that are tried; each gets as many worlds as every other. */
const LAWS = 5;
const LONGEST_TEST = 600_000;

/** A service, and what is done with it. */
export interface World<Task> {
	task: Task;
	service: WorldService;
	/** Whether something in this world allows for an error. */
	mayFail: boolean;
}

/** What all services may differ in. */
const ON_EVERY_SERVICE = [limit, faults, latency];

/** A deviation in some of the worlds; the first thing a failure is tried without. */
const sometimes = (deviation: Arbitrary<Deviation>): Arbitrary<Deviation | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 2, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: deviation },
	);

/** In a failure, only the names of the deviations are of interest. */
const shownByName = (deviations: Deviation[]): Deviation[] =>
	Object.assign(deviations, {
		[fc.toStringMethod]: () => deviations.map(({ name }) => name).join('; '),
	});

/**
 * A law that holds in every world: one test, which tries it in many. A world in which it does not
 * hold is made smaller, deviation by deviation and row by row, until nothing can be left out.
 *
 * @param tasks what is done with the services
 * @param kinds what the services may differ in, beside what all may
 * @param holds does it, in a time of its own; throws where the law does not hold
 */
export function itHoldsInEveryWorld<Task extends OperationKind>(
	law: string,
	tasks: Arbitrary<Task>,
	kinds: Array<Arbitrary<Deviation>>,
	holds: (world: World<Task>) => Promise<void>,
): void {
	const services = fc
		.tuple(...[...kinds, ...ON_EVERY_SERVICE].map(sometimes))
		.map((all) => shownByName(all.filter((one) => one !== undefined)));
	const property = fc.asyncProperty(services, tasks, async (deviations, task) => {
		await tryIn(deviations, task, holds);
	});
	const search = {
		seed: SEED,
		numRuns: Math.ceil(WORLDS / LAWS),
		...(PATH !== undefined && { path: PATH }),
	};
	it(law, async () => await fc.assert(property, search), LONGEST_TEST);
}

let worldsSoFar = 0;

async function tryIn<Task extends OperationKind>(
	deviations: Deviation[],
	task: Task,
	holds: (world: World<Task>) => Promise<void>,
): Promise<void> {
	const clock = new Clock();
	clock.start();
	const service = await startService(clock, ++worldsSoFar);
	try {
		for (const deviation of deviations) deviation.apply(service);
		await holds({ task, service, mayFail: mayFailWith(deviations, task) });
	} finally {
		clock.end();
		await service.close();
	}
}
