import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import type { Circus } from '@jest/types';
import SingleContextEnvironment from 'jest-environment-node-single-context';

import { collectGarbage } from './collectGarbage';
import { stopWatching, watch } from './watch';

/** As it was before Jest wrapped it, which it does for each test file; the wrapper holds on to all of the file. */
const exit = process.exit.bind(process);

/** The time after which it is Jest itself that could not end what takes too long; less for a test of this. */
const GRACE = Number(process.env.GRACE ?? 5_000);

/** What goes on, such as a test, in the words of a title. */
const titleOf = ({ name, parent }: Circus.TestEntry | Circus.DescribeBlock): string =>
	parent?.parent === undefined ? name : `${titleOf(parent)} › ${name}`;

/** The process's own globals, and a watch over tests that never yield, which Jest alone would wait for for ever. */
export default class TestEnvironment extends SingleContextEnvironment {
	private readonly path: string;
	private readonly limit: number;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		this.path = context.testPath;
		this.limit = config.globalConfig.testTimeout ?? 60_000;
	}

	override async setup(): Promise<void> {
		await super.setup();
		this.watch('what it does before its first test');
	}

	override async teardown(): Promise<void> {
		stopWatching();
		process.exit = exit;
		await super.teardown();
		collectGarbage();
	}

	handleTestEvent(event: Circus.SyncEvent | Circus.AsyncEvent, state: Circus.State): void {
		// Jest takes a parameter that a row of `each` does not fill for one to be called when the test is done.
		if (event.name === 'add_test' && event.fn.length > 0)
			throw new Error(`${event.testName}: no test takes done; give the last parameter a default`);
		if (event.name === 'hook_start')
			this.watch(`${event.hook.type} of ${titleOf(event.hook.parent)}`, event.hook.timeout, state);
		if (event.name === 'test_fn_start') this.watch(titleOf(event.test), event.test.timeout, state);
		if (event.name === 'run_start' || event.name === 'run_finish') stopWatching();
	}

	/** Until it ends, which it should within its own limit, or that of the file. */
	private watch(title: string, limit?: number | null, state?: Circus.State): void {
		const milliseconds = (limit ?? state?.testTimeout ?? this.limit) + GRACE;
		watch(`${this.path}: ${title}`, milliseconds);
	}
}
