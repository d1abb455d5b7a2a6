import { Limiter, type Reception, type Slot } from '../../../../nodes/AudiencePage/transport/limiter';

/** Has so much time passed, and done what is due then. */
export const settled = async (milliseconds = 0) => await jest.advanceTimersByTimeAsync(milliseconds);

/** A limiter with requests that wait for it, and those that it has let go. */
export function load(most: number) {
	const halt = new AbortController();
	const limiter = new Limiter(most, halt.signal);
	const inFlight: Array<{ name: string; slot: Slot }> = [];
	const gone: Array<{ name: string; at: number }> = [];
	return {
		limiter,
		halt,
		gone,
		inFlight: () => inFlight.length,
		/** Lets so many requests more wait for their turn. */
		ask: async (count: number, name = 'first', isRepeated = false) => {
			for (let n = 0; n < count; n++) {
				void limiter.acquire(isRepeated).then((slot) => {
					inFlight.push({ name, slot });
					gone.push({ name, at: Date.now() });
				});
			}
			await settled();
		},
		/** Answers the oldest requests in flight. */
		answer: async (count: number, reception: Reception = 'well') => {
			for (let n = 0; n < count; n++) {
				inFlight.shift()?.slot.release(reception);
				await settled();
			}
		},
	};
}
