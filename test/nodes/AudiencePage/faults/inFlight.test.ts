import { cases } from '../../../support/cases';
import { CREATE_ENTRY, entryItems, expectEachOnce, numberIn } from './entries';
import { holdUntilThereAre, useBench } from './runs';

const bench = useBench();

const COUNT = cases(800);

const create = async (maxConcurrentRequests: number) => {
	const options = { ...CREATE_ENTRY.options, maxConcurrentRequests };
	return await bench().run({ ...CREATE_ENTRY, options }, { items: entryItems(COUNT, COUNT) });
};

test.each([
	[1, 1],
	[3, 3],
	[64, 9],
])('The number of requests in flight never exceeds %i, and comes to %i at least', async (most, least) => {
	const { sandbox } = bench();
	holdUntilThereAre(least, sandbox, COUNT / 2);
	expectEachOnce(bench(), await create(most), COUNT);
	expect(sandbox.mostInFlight).toBeLessThanOrEqual(most);
	expect(sandbox.mostInFlight).toBeGreaterThanOrEqual(least);
});

test('One at a time means in the order of the items, each repeated before the next', async () => {
	const { sandbox } = bench();
	const chances = { unavailable: 0.1, resetBefore: 0.05, cutShort: 0.05, tooManyRequests: 0.05 };
	Object.assign(sandbox.settings.faults, { latencyMs: [0, 5], chances });
	expectEachOnce(bench(), await create(1), COUNT);

	const { requests } = sandbox;
	requests.slice(1).forEach((request, before) => {
		const previous = requests[before]!;
		expect(numberIn(request)).toBe(numberIn(previous) + (previous.fault === undefined ? 1 : 0));
		expect(request.startedAt).toBeGreaterThanOrEqual(previous.endedAt!);
	});
	expect(requests.length).toBeGreaterThan(COUNT);
});
