import fc, { type Arbitrary } from 'fast-check';

import { randomFrom } from '../service/random';
import { cases } from '../support/cases';
import { errors, faults } from './deviations/answers';
import { mayFailWith, sometimes, type Deviation, type OperationKind } from './deviations/Deviation';
import { limit } from './deviations/limits';
import { latency, wire } from './deviations/wire';
import { inItsOwnTime } from './time';
import { WorldService } from './WorldService';

/** How many worlds all laws together are tried in. */
const WORLDS = Number(process.env.WORLDS ?? cases(500));
/** The same worlds at every run, unless somebody wants to see others. */
const SEED = Number(process.env.WORLD_SEED ?? 2026);
const PATH = process.env.WORLD_PATH;
/** Laws that are tried; each gets as many worlds as every other. */
const LAWS = 6;
const LONGEST_TEST = 600_000;

/** A service, and what is done with it. */
export interface World<Task> {
	task: Task;
	service: WorldService;
	/** Whether something in this world allows for an error. */
	mayFail: boolean;
}

/** What all services may differ in. */
const ON_EVERY_SERVICE = [limit, faults, wire, latency];

interface Drawn<Task> {
	deviations: Deviation[];
	task: Task;
}

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
	const deviations = [...kinds, ...ON_EVERY_SERVICE, errors].map(sometimes);
	const worlds = fc.record({
		deviations: fc.tuple(...deviations).map((all) => all.filter((one) => one !== undefined)),
		task: tasks,
	});
	const property = fc.asyncProperty(worlds, async (world) => await tryIn(world, holds));
	it(
		law,
		async () => {
			const numRuns = Math.ceil(WORLDS / LAWS);
			const search = { seed: SEED, numRuns, ...(PATH !== undefined && { path: PATH }) };
			const result = await fc.check(property, search);
			if (!result.failed) return;
			const [world] = result.counterexample ?? [];
			const path = result.counterexamplePath;
			const lines = [
				`This law does not hold in every world: ${law}`,
				`  ${String((result.errorInstance as Error).message)}`,
				`The world (seed ${SEED}, ${result.numRuns} tried, ${result.numShrinks} times made smaller):`,
				...(world ? described(world).map((line) => `  ${line}`) : []),
				`Again: WORLD_SEED=${SEED} WORLD_PATH=${path} npx vitest run test/worlds -t '${law}'`,
			];
			throw new Error(lines.join('\n'));
		},
		LONGEST_TEST,
	);
}

function described<Task>({ deviations, task }: Drawn<Task>): string[] {
	const names = deviations.map(({ name }) => name);
	return [...(names.length > 0 ? names : ['a service without deviations']), JSON.stringify(task)];
}

let worldsSoFar = 0;

async function tryIn<Task extends OperationKind>(
	{ task, deviations }: Drawn<Task>,
	holds: (world: World<Task>) => Promise<void>,
): Promise<void> {
	const service = await WorldService.start(++worldsSoFar);
	// The same numbers in every world, so that a failure comes again.
	const random = vi.spyOn(Math, 'random').mockImplementation(randomFrom('a world'));
	try {
		for (const deviation of deviations) deviation.apply(service);
		const world = { task, service, mayFail: mayFailWith(deviations, task) };
		await inItsOwnTime(service, async () => await holds(world));
	} finally {
		random.mockRestore();
		vi.clearAllTimers();
		await service.close();
	}
}
