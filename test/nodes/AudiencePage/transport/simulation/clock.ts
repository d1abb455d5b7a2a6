import * as delayModule from '../../../../../nodes/AudiencePage/transport/delay';
import { randomFrom } from '../../../../service/random';

/** Where the simulated calendar begins. */
const EPOCH = Date.parse('2026-11-21T12:00:00Z');

interface Event {
	at: number;
	happen: () => void;
}

/** Time that passes from event to event: minutes of it in milliseconds. All times are in milliseconds. */
export class Clock {
	now = 0;
	/** In the order in which they happen. */
	private readonly events: Event[] = [];

	/** Has something happen after so much time. */
	after(milliseconds: number, happen: () => void): void {
		const at = this.now + milliseconds;
		let place = this.events.length;
		while (place > 0 && this.events[place - 1]!.at > at) place--;
		this.events.splice(place, 0, { at, happen });
	}

	/** As the `delay` of the nodes: ends early when its signal is aborted. */
	async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			signal?.addEventListener('abort', () => resolve(), { once: true });
			this.after(milliseconds, resolve);
		});
	}

	/** Lets time pass until `work` has come to its end. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		const state = { hasEnded: false };
		const end = () => (state.hasEnded = true);
		void work.then(end, end);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (state.hasEnded) return await work;
			const event = this.events.shift();
			if (event === undefined) throw new Error('Nothing more happens, and the work has not ended');
			this.now = event.at;
			event.happen();
		}
	}
}

/** Puts a function in the place of another, as a spy, but without the record of its calls: there are millions. */
function replace<Name extends string>(object: Record<Name, unknown>, name: Name, by: unknown): void {
	jest.spyOn(object as Record<string, () => unknown>, name);
	Object.defineProperty(object, name, { value: by, configurable: true, writable: true });
}

/**
 * For a test: from now on the nodes live by this clock, and what is random is the same each time.
 * `jest.restoreAllMocks` ends it.
 */
export function simulatedClock(): Clock {
	const clock = new Clock();
	const began = performance.now();
	replace(performance, 'now', () => began + clock.now);
	replace(Date, 'now', () => EPOCH + clock.now);
	replace(Math, 'random', randomFrom('clock'));
	const wait: typeof delayModule.delay = async (milliseconds, signal) =>
		await clock.wait(milliseconds, signal);
	replace(delayModule, 'delay', wait);
	return clock;
}
