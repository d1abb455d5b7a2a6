import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { SharedRead } from '../../../../nodes/AudiencePage/resources/sharedRead';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import * as waiting from '../../../../nodes/AudiencePage/transport/delay';

const context = { getExecutionCancelSignal: () => undefined } as unknown as IExecutePaginationFunctions;
const request = {} as RequestData;

let now: number;
let waits: number[];

beforeEach(() => {
	now = 1_000_000;
	waits = [];
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(waiting, 'delay').mockImplementation(async (milliseconds) => {
		waits.push(milliseconds);
		now += milliseconds;
	});
});
afterEach(() => jest.restoreAllMocks());

/** A list whose reads take a while and give their numbers; some of them fail. */
function aList({ takes = 500, failing = [] as number[] } = {}) {
	const began: number[] = [];
	let inFlight = 0;
	const read = async (): Promise<number> => {
		began.push(now);
		const number = began.length;
		expect(++inFlight).toBe(1);
		// Whoever asks in the same turn of the event loop asks while it is read.
		await new Promise((resolve) => setImmediate(resolve));
		now += takes;
		inFlight--;
		if (failing.includes(number)) throw new Error(`Read ${number} failed`);
		return number;
	};
	const list = new SharedRead(read);
	const get = async (after?: number) => await list.get(context, request, after);
	return { list, began, get };
}

test('it is read when it is first asked for, once for all who ask', async () => {
	const { get, began } = aList();
	expect(await Promise.all([get(), get(), get(0)])).toEqual([1, 1, 1]);
	expect(await get()).toBe(1);
	expect(began).toEqual([1_000_000]);
	expect(waits).toEqual([]);
});

test('whoever needs a newer one waits for the next, which is one for all of them', async () => {
	const { list, get, began } = aList();
	await get();
	const { begun } = list;
	expect(await Promise.all([get(begun), get(begun), get()])).toEqual([2, 2, 1]);
	expect(await get(begun)).toBe(2);
	expect(began).toEqual([1_000_000, 1_002_500]);
});

test('a read that is under way is too old for whoever asks for a newer one meanwhile', async () => {
	const { list, get, began } = aList({ takes: 10_000 });
	const first = get();
	// A read begins in the turn in which it is asked for, at the earliest one step later.
	await Promise.resolve();
	const newer = [get(list.begun), get(list.begun)];
	expect(await Promise.all([first, ...newer])).toEqual([1, 2, 2]);
	// The pause is one after the end of a read, however long that took.
	expect(began).toEqual([1_000_000, 1_012_000]);
});

test('a pause that has passed anyway is not waited for', async () => {
	const { list, get } = aList();
	await get();
	now += 1500;
	await get(list.begun);
	now += 60_000;
	await get(list.begun);
	expect(waits).toEqual([500]);
});

test('a read that fails fails for those who waited for it, and is not remembered', async () => {
	const { get, began } = aList({ failing: [1, 2] });
	const both = await Promise.allSettled([get(), get()]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(get()).rejects.toThrow('Read 2 failed');
	expect(await get()).toBe(3);
	expect(began).toEqual([1_000_000, 1_002_500, 1_005_000]);
});
