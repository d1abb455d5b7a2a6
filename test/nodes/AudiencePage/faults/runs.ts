import { WorkflowExecute } from 'n8n-core';
import type {
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	IRun,
	ITaskData,
	NodeApiError,
} from 'n8n-workflow';

import * as waiting from '../../../../nodes/AudiencePage/transport/delay';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../service/sandbox';
import { openPicker, type Picker } from '../../../support/runNode';
import { useVirtualTime } from '../../../support/virtualTime';
import { NODE, testWorkflow, type WorkflowOptions } from '../../../support/workflow';
import { API_KEY, Seen } from './secrets';

/** How a run of the node has ended. */
export interface Ended {
	run: IRun;
	/** The node's part of n8n's record. */
	task?: ITaskData;
	items: INodeExecutionData[];
	error?: NodeApiError;
}

/** A run that is under way. */
export interface Started {
	/** As a person does in the editor. */
	cancel(): void;
	ended: Promise<Ended>;
}

/** A sandbox, and the node that is run against it. */
export class Bench {
	private readonly seen = new Seen();

	constructor(readonly sandbox: Sandbox) {}

	start(parameters: INodeParameters, options: WorkflowOptions = {}): Started {
		const { workflow, input, additionalData } = testWorkflow(this.sandbox, parameters, options);
		const running = new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode: input });
		const ended = running.then((run): Ended => {
			this.seen.addRun(run);
			const { runData, error } = run.data.resultData;
			const task = runData[NODE]?.[0];
			const items = task?.data?.main?.[0] ?? [];
			return { run, task, items, error: error as NodeApiError | undefined };
		});
		return { cancel: () => running.cancel(), ended };
	}

	/** Runs the node, for each of `options.items`, to its end. */
	async run(parameters: INodeParameters, options: WorkflowOptions = {}): Promise<Ended> {
		return await this.start(parameters, options).ended;
	}

	/** Opens a picker in a form with these values: what it shows, or its error. */
	async open(picker: Picker, parameters: INodeParameters): Promise<INodeListSearchResult | Error> {
		const shown = await openPicker(this.sandbox, picker, { parameters }).catch((error: Error) => error);
		this.seen.add(shown);
		return shown;
	}

	/** Ends the sandbox; the key must not have been seen. */
	async end(): Promise<void> {
		await this.sandbox.close();
		this.seen.expectWithout(API_KEY);
	}

	expectUnseen(secret: string): void {
		this.seen.expectWithout(secret);
	}
}

/** A sandbox of its own for each test of a file, in virtual time: see `useVirtualTime`. */
export function useBench(options: SandboxOptions = {}): () => Bench {
	let bench: Bench;
	useVirtualTime();
	beforeEach(async () => {
		bench = new Bench(await startSandbox({ apiKey: API_KEY, ...options }));
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await bench.end();
	});
	return () => bench;
}

/**
 * The sandbox holds requests back until `count` of them are there at once, and answers them and all others then. A run
 * that never sends so many at once has no end.
 *
 * @param after so many requests are answered at once before
 */
export function holdUntilThereAre(count: number, { settings }: Sandbox, after = 0): void {
	let open = () => {};
	const areThere = new Promise<void>((resolve) => (open = resolve));
	let arrived = 0;
	let held = 0;
	settings.onRequest = async () => {
		if (++arrived <= after) return;
		if (++held >= count) open();
		await areThere;
	};
}

/** In milliseconds: longer than any test. */
export const A_DAY = 86_400_000;

/** From now on every wait of the node lasts until its run is ended; a turn of the event loop is none. */
export function waitUntilEnded(): void {
	jest.mocked(waiting.delay).mockRestore();
	const { delay } = waiting;
	jest.spyOn(waiting, 'delay').mockImplementation(async (milliseconds, signal) => {
		await delay(milliseconds > 0 ? A_DAY : 0, signal);
	});
}

/** `count` times what `make` makes of 0, 1, 2, … */
export const times = <Made>(count: number, make: (n: number) => Made): Made[] =>
	Array.from({ length: count }, (_, n) => make(n));
