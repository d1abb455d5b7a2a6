import {
	CHANCES,
	CREATE_ENTRY,
	entryItems,
	expectEachOnce,
	faultCounts,
} from '../nodes/AudiencePage/faults/entries';
import { useBench } from '../nodes/AudiencePage/faults/runs';

const bench = useBench();

test('10,000 account log entries are there, each once, however the service and the network fail', async () => {
	const { sandbox } = bench();
	sandbox.settings.faults.chances = CHANCES;

	const ended = await bench().run(CREATE_ENTRY, { items: entryItems(10_000, 500) });

	expectEachOnce(bench(), ended, 10_000);
	expect(Object.keys(faultCounts(sandbox)).sort()).toEqual(Object.keys(CHANCES).sort());
});
