import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../support/runNode';
import { errors, faults } from './deviations/answers';
import { mayFailWith, sometimes, type Deviation, type OperationKind } from './deviations/Deviation';
import { limit } from './deviations/limits';
import { latency, wire } from './deviations/wire';
import { keyIsNowhere } from './laws';
import { inItsOwnTime } from './time';
import { WorldService } from './WorldService';

/** How many worlds all laws together are tried in. */
const WORLDS = Number(process.env.WORLDS ?? 500);
/** The same worlds at every run, unless somebody wants to see others. */
const SEED = Number(process.env.WORLD_SEED ?? 2026);
const PATH = process.env.WORLD_PATH;
/** Laws that are tried; each gets as many worlds as every other. */
const LAWS = 5;
const LONGEST_TEST = 600_000;

/** What the user has set up, and on which records. */
export interface Task extends OperationKind {
	parameters: INodeParameters;
	items: IDataObject[];
	settings: Settings;
	/** A row that the node itself refuses. */
	badRow?: number;
	/** Puts the records into the service that are there before. */
	prepare?: (service: WorldService) => void;
}

export interface Settings {
	onError: INode['onError'];
	retryOnFail: boolean;
}

/** What has happened in a world. */
export interface Happened<Of extends Task = Task> {
	task: Of;
	run: NodeRun;
	service: WorldService;
	/** Whether something in this world allows for an item to end in an error. */
	mayFail: boolean;
}

export const settings: Arbitrary<Settings> = fc.record({
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
});

const ON_EVERY_SERVICE = [limit, faults, wire, latency];

interface World<Of extends Task> {
	task: Of;
	deviations: Deviation[];
}

/**
 * A law that holds in every world: one test, which tries it in many. A world in which it does not
 * hold is made smaller, deviation by deviation and row by row, until nothing can be left out.
 *
 * @param kinds what the services may differ in, beside what all may
 * @param holds throws where the law does not hold
 */
export function itHoldsInEveryWorld<Of extends Task>(
	law: string,
	tasks: Arbitrary<Of>,
	kinds: Array<Arbitrary<Deviation>>,
	holds: (happened: Happened<Of>) => void,
): void {
	const deviations = [...kinds, ...ON_EVERY_SERVICE, errors].map(sometimes);
	const worlds = fc.record({
		deviations: fc.tuple(...deviations).map((all) => all.filter((one) => one !== undefined)),
		task: tasks,
	});
	const isHeld = async (world: World<Of>) => {
		const happened = await happenedIn(world);
		keyIsNowhere(happened);
		holds(happened);
	};
	it(
		law,
		async () => {
			const numRuns = Math.ceil(WORLDS / LAWS);
			const search: fc.Parameters<[World<Of>]> = { seed: SEED, numRuns, ...(PATH !== undefined && { path: PATH }) };
			const result = await fc.check(fc.asyncProperty(worlds, isHeld), search);
			if (!result.failed) return;
			const [world] = result.counterexample ?? [];
			const again = `WORLD_SEED=${SEED} WORLD_PATH=${result.counterexamplePath} npx jest test/worlds -t '${law}'`;
			throw new Error(
				[
					`This law does not hold in every world: ${law}`,
					`  ${String((result.errorInstance as Error).message)}`,
					`The world (seed ${SEED}, ${result.numRuns} tried, ${result.numShrinks} times made smaller):`,
					...(world ? described(world).map((line) => `  ${line}`) : []),
					`Again: ${again}`,
				].join('\n'),
			);
		},
		LONGEST_TEST,
	);
}

function described<Of extends Task>({ deviations, task }: World<Of>): string[] {
	const names = deviations.map(({ name }) => name);
	return [...(names.length > 0 ? names : ['a service without deviations']), JSON.stringify(task)];
}

let worldsSoFar = 0;

async function happenedIn<Of extends Task>({ task, deviations }: World<Of>): Promise<Happened<Of>> {
	const service = await WorldService.start(++worldsSoFar);
	const random = jest.spyOn(Math, 'random').mockImplementation(randomFrom(1));
	try {
		task.prepare?.(service);
		for (const deviation of deviations) deviation.apply(service);
		const { parameters, items, settings: { onError, retryOnFail } } = task;
		const options = { items, onError, retryOnFail, maxTries: 3, executionId: 'execution-of-a-world' };
		const run = await inItsOwnTime(service, async () => await runNode(service, parameters, options));
		const isBad = task.badRow !== undefined && task.badRow < items.length;
		const mayFail = isBad || mayFailWith(deviations, task);
		return { task, run, service, mayFail };
	} finally {
		random.mockRestore();
		jest.clearAllTimers();
		await service.close();
	}
}

/** The same numbers in every world, so that a failure comes again. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}
