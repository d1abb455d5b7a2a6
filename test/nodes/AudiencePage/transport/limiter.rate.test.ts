import type { Reception } from '../../../../nodes/AudiencePage/transport/limiter';
import { load, settled } from './load';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe("The service's own rate", () => {
	/** Two rate limits, and `answers` good answers in the second between them. */
	async function measured(answers: number, bad: Reception = 'limited') {
		const loaded = load(1000);
		await loaded.ask(1);
		await loaded.answer(1, bad);
		for (let n = 0; n < answers; n++) {
			await settled(1000 / answers);
			await loaded.ask(1);
			await loaded.answer(1);
		}
		await loaded.ask(1);
		await loaded.answer(1, bad);
		await settled(10_000);
		loaded.gone.length = 0;
		return loaded;
	}

	/** The milliseconds between 20 requests that wait, each answered at once. */
	async function gaps({ ask, answer, gone, inFlight }: ReturnType<typeof load>) {
		gone.length = 0;
		await ask(20);
		for (let time = 0; time < 5000; time++) {
			await answer(inFlight(), 'failed');
			await settled(1);
		}
		return gone.slice(1).map(({ at }, n) => at - (gone[n]?.at ?? 0));
	}

	test('is not exceeded more than twice by the requests that follow', async () => {
		const loaded = await measured(5); // one every 200 ms
		// What was not used up before is one request.
		expect((await gaps(loaded)).slice(2)).toEqual(Array(17).fill(100));
	});

	test('is tried a little faster after 25 answers', async () => {
		const loaded = await measured(5);
		for (let n = 0; n < 25; n++) {
			await loaded.ask(1);
			await settled(100);
			await loaded.answer(1);
		}
		expect((await gaps(loaded)).slice(2)).toEqual(Array(17).fill(95));
	});

	test('is not measured by what is overloaded', async () => {
		const loaded = await measured(5, 'overloaded');
		expect(Math.max(...(await gaps(loaded)))).toBeLessThan(10);
	});

	test('is not guessed from fewer than 5 answers', async () => {
		const { ask, gone } = await measured(4);
		await ask(2);
		expect(gone).toHaveLength(2);
	});
});
