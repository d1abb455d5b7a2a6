import { CHANCES, CREATE_ENTRY, entryItems, expectEachOnce, faultCounts } from './entries';
import { useBench } from './runs';

const bench = useBench();

describe('Account log entries, however the service and the network fail', () => {
	test.each([1, 2, 3])('700 are there, each once (seed %i)', async (seed) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { seed, chances: CHANCES });

		const ended = await bench().run(CREATE_ENTRY, { items: entryItems(700, 200) });

		expectEachOnce(bench(), ended, 700);
		expect(Object.keys(faultCounts(sandbox)).sort()).toEqual(Object.keys(CHANCES).sort());
	});

	test('are there with keys that the node makes', async () => {
		bench().sandbox.settings.faults.chances = CHANCES;
		const options = { idempotencyKeyMode: 'item', maxRetries: 20 };
		const ended = await bench().run({ ...CREATE_ENTRY, options }, { items: entryItems(300, 100) });
		expectEachOnce(bench(), ended, 300);
	});
});
