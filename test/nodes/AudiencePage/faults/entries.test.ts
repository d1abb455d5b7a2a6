import { cases } from '../../../support/cases';
import { CHANCES, CREATE_ENTRY, entryItems, expectEachOnce, faultCounts } from './entries';
import { useBench } from './runs';

const bench = useBench();

const SEEDS = [1, 2, 3].slice(0, cases(3));
const COUNT = cases(3200);

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
});
