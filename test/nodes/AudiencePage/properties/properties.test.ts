import fc from 'fast-check';

import { cases } from '../../../support/cases';
import { nameOf } from '../../../support/description';
import { Checker } from './check';
import { operations } from './derived';
import { setsFor } from './operation';
import { startRecorder, type Recorder } from './recorder';

/** Sets for each operation; most are run alone, some several in a run. */
const TOTAL = cases(550);
const RUNS = cases(10);
const SETS_OF_RUN = 10;

const seed = Number(process.env.PROPERTIES_SEED ?? 20260131);

let recorder: Recorder;
beforeAll(async () => {
	recorder = await startRecorder();
});
afterAll(async () => await recorder.close());

test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
	'%s sends what is valid as it was meant, and refuses the rest by the name of the field',
	async (_name, operation) => {
		const sets = setsFor(operation);
		const runs = operation.asksFirst === undefined ? RUNS : 0;
		const checker = new Checker(operation, recorder);
		await fc.assert(
			fc.asyncProperty(sets, async (givens) => await checker.checkAlone(givens)),
			{ seed, numRuns: TOTAL - runs * SETS_OF_RUN },
		);
		const run = fc.array(sets, { minLength: SETS_OF_RUN, maxLength: SETS_OF_RUN });
		await fc.assert(
			fc.asyncProperty(run, async (several) => await checker.checkTogether(several)),
			{ seed, numRuns: runs },
		);

		const { valid, invalid } = checker;
		expect(valid + invalid).toBe(TOTAL);
		expect(valid / TOTAL).toBeGreaterThanOrEqual(0.4);
		expect(invalid).toBeGreaterThan(0);
	},
);
