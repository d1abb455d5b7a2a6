import { forEachInTurns, isTurnOver, nextTurn } from '../../../../nodes/AudiencePage/shared/turns';

/** A clock that stands still but for the work that is done. */
let now = 0;
const work = (milliseconds: number) => (now += milliseconds);

/** A turn of the event loop, as others see it. */
const turn = async () => await new Promise((resolve) => setTimeout(resolve, 2));

beforeEach(async () => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	await turn();
});
afterEach(() => jest.restoreAllMocks());

test('A turn is over after 5 ms of work, and another begins with the next turn of the event loop', async () => {
	expect(isTurnOver()).toBe(false);
	work(4);
	expect(isTurnOver()).toBe(false);
	work(1);
	expect(isTurnOver()).toBe(true);
	await nextTurn();
	expect(isTurnOver()).toBe(false);
	// Time in which others work.
	await turn();
	work(100);
	expect(isTurnOver()).toBe(false);
});

test('Those that work at the same time share a turn', async () => {
	const done: string[] = [];
	const workOf = async (name: string) =>
		await forEachInTurns([1, 2, 3], () => {
			work(3);
			done.push(name);
		});
	const all = Promise.all([workOf('a'), workOf('b')]);
	expect(done).toEqual(['a', 'a']);
	await all;
	expect(done.sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
});
