import type { RateLimit } from '../../../service/faults/settings';
import { CREATE_ENTRY, entryItems, expectEachOnce } from './entries';
import { useBench } from './runs';

const bench = useBench();

jest.setTimeout(60_000);

test.each<RateLimit['retryAfter']>(['seconds', 'date', 'none'])(
	'A rate limit of 50 a second is kept to, and everything gets through (Retry-After: %s)',
	async (retryAfter) => {
		const { sandbox } = bench();
		sandbox.settings.faults.rateLimit = { perSecond: 50, burst: 50, retryAfter };
		// Its own waits as long as they are: they are what is measured.
		jest.restoreAllMocks();

		const ended = await bench().run(CREATE_ENTRY, { items: entryItems(250, 250) });

		expectEachOnce(bench(), ended, 250);
		const limited = sandbox.requests.filter(({ status }) => status === 429).length;
		expect(limited).toBeGreaterThan(0);
		// Two flights meet the limit before its rate is known; after that, one request each time.
		expect(limited / sandbox.requests.length).toBeLessThanOrEqual(0.2);
		expect(ended.task?.hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('limits how often') as string }),
		]);
	},
);

test('Answers 429 that come whatever the pace do not bring the run to a standstill', async () => {
	const { sandbox } = bench();
	sandbox.settings.faults.chances = { tooManyRequests: 0.1 };
	const items = entryItems(1000, 500);
	const options = { idempotencyKeyMode: 'item', maxRetries: 20 };
	expectEachOnce(bench(), await bench().run({ ...CREATE_ENTRY, options }, { items }), 1000);
});
