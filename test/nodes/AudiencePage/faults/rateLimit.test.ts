import type { RateLimit } from '../../../service/faults/settings';
import { cases } from '../../../support/cases';
import { CREATE_ENTRY, entryItems, expectEachOnce, faultCounts } from './entries';
import { useBench } from './runs';

const bench = useBench();

const COUNT = cases(1200);

test.each<RateLimit['retryAfter']>(['seconds', 'date', 'none'])(
	'Everything gets through where only 50 requests a second are taken (Retry-After: %s)',
	async (retryAfter) => {
		const { sandbox } = bench();
		sandbox.settings.faults.rateLimit = { perSecond: 50, burst: 50, retryAfter };

		const ended = await bench().run(CREATE_ENTRY, { items: entryItems(COUNT, COUNT) });

		expectEachOnce(bench(), ended, COUNT);
		expect(faultCounts(sandbox).tooManyRequests).toBeGreaterThan(0);
		expect(ended.task?.hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('Rate limit reached') as string }),
		]);
	},
);
