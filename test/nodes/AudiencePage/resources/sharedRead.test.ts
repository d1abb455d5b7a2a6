import type { IExecutePaginationFunctions } from 'n8n-workflow';
import { SharedRead } from '../../../../nodes/AudiencePage/resources/sharedRead';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import * as waiting from '../../../../nodes/AudiencePage/transport/delay';

const context = {
	getExecutionCancelSignal: () => undefined,
} as unknown as IExecutePaginationFunctions;

let now: number;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest
		.spyOn(waiting, 'delay')
		.mockImplementation(async (milliseconds) => void (now += milliseconds));
});
afterEach(() => jest.restoreAllMocks());

/** A list whose reads take a while and give their numbers; some of them fail. */
function aList({ takes = 500, failing = [] as number[] } = {}) {
	const began: number[] = [];
	let inFlight = 0;
	const list = new SharedRead(async (): Promise<number> => {
		const number = began.push(now);
		expect(++inFlight).toBe(1);
		// Whoever asks in the same turn of the event loop asks while it is read.
		await new Promise((resolve) => setImmediate(resolve));
		now += takes;
		inFlight--;
		if (failing.includes(number)) throw new Error(`Read ${number} failed`);
		return number;
	});
	const get = async (after?: number) => await list.get(context, {} as RequestData, after);
	return { list, began, get };
}

test('It is read once for all who ask; whoever needs a newer one waits for the next', async () => {
	const { list, get, began } = aList();
	expect(await Promise.all([get(), get(), get(0)])).toEqual([1, 1, 1]);
	const { begun } = list;
	expect(await Promise.all([get(begun), get(begun), get()])).toEqual([2, 2, 1]);
	expect(await get(begun)).toBe(2);
	// A pause that has passed anyway is not waited for.
	now += 1500;
	await get(list.begun);
	now += 60_000;
	await get(list.begun);
	expect(began).toEqual([0, 2500, 5000, 65_500]);
});

test('A read that is under way is too old for whoever asks for a newer one meanwhile', async () => {
	const { list, get, began } = aList({ takes: 10_000 });
	const first = get();
	// A read begins in the turn in which it is asked for, at the earliest one step later.
	await Promise.resolve();
	expect(await Promise.all([first, get(list.begun), get(list.begun)])).toEqual([1, 2, 2]);
	expect(began).toEqual([0, 12_000]);
});

test('A read that fails fails for those who waited for it, and is not remembered', async () => {
	const { get, began } = aList({ failing: [1] });
	const both = await Promise.allSettled([get(), get()]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await get()).toBe(2);
	expect(began).toEqual([0, 2500]);
});
