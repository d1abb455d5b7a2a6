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
/** No premise on speed: it ends before Vitest's own limit, so that what was found by then is shown. */

let recorder: Recorder;
const counts: Array<[string, Checker]> = [];

beforeAll(async () => {
	recorder = await startRecorder();
});

afterAll(async () => {
	await recorder.close();
	const rows = counts.map(([name, { valid, invalid }]) =>
		[name.padEnd(24), String(valid).padStart(6), String(invalid).padStart(7)].join(' '),
	);
	const head = `Sets by operation (seed ${seed})`;
	process.stdout.write([head, `${''.padEnd(24)}  valid invalid`, ...rows, ''].join('\n'));
});

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))(
	'%s',
	(name, operation) => {
		const sets = setsFor(operation);
		const runs = operation.asksFirst === undefined ? RUNS : 0;

		test('sends what is valid as it was meant, and refuses the rest by the name of the field', async () => {
			const checker = new Checker(operation, recorder);
			counts.push([name, checker]);
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
			expect(valid / (valid + invalid)).toBeGreaterThanOrEqual(0.4);
			expect(invalid).toBeGreaterThan(0);
		});
	},
);

test('there are sets for every operation, and in test:long 10,000 in all', () => {
	expect(operations.length * TOTAL).toBeGreaterThanOrEqual(cases(10_000));
});
