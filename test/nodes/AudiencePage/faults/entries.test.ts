import type { RateLimit } from '../../../service/faults/settings';
import { cases } from '../../../support/cases';
import { CHANCES, CREATE_ENTRY, entryItems, expectEachOnce, faultCounts } from './entries';
import { useBench } from './runs';

const bench = useBench();

const SEEDS = [1, 2, 3].slice(0, cases(3));
const COUNT = cases(3200);
const LIMITED = cases(1200);

describe('Account log entries, however the service and the network fail', () => {
	test.each(SEEDS)('all are there, each once (seed %i)', async (seed) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { seed, chances: CHANCES });

		const ended = await bench().run(CREATE_ENTRY, { items: entryItems(COUNT, 200) });

		expectEachOnce(bench(), ended, COUNT);
		expect(Object.keys(faultCounts(sandbox)).sort()).toEqual(Object.keys(CHANCES).sort());
	});

	test('are there with keys that the node makes', async () => {
		bench().sandbox.settings.faults.chances = CHANCES;
		const options = { idempotencyKeyMode: 'item', maxRetries: 20 };
		const ended = await bench().run({ ...CREATE_ENTRY, options }, { items: entryItems(COUNT / 4, 100) });
		expectEachOnce(bench(), ended, COUNT / 4);
	});

	test.each<RateLimit['retryAfter']>(['seconds', 'date', 'none'])(
		'are all there where only 50 requests a second are taken (Retry-After: %s)',
		async (retryAfter) => {
			const { sandbox } = bench();
			sandbox.settings.faults.rateLimit = { perSecond: 50, burst: 50, retryAfter };

			const ended = await bench().run(CREATE_ENTRY, { items: entryItems(LIMITED, LIMITED) });

			expectEachOnce(bench(), ended, LIMITED);
			expect(faultCounts(sandbox).tooManyRequests).toBeGreaterThan(0);
			expect(ended.task?.hints).toEqual([
				expect.objectContaining({ message: expect.stringContaining('Rate limit reached') as string }),
			]);
		},
	);
});
