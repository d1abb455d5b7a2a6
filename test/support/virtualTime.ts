/**
 * The one clock of tests: time passes where the nodes wait, and nowhere else, however slow the
 * machine is.
 */
import * as eventLoopModule from '../../nodes/AudiencePage/shared/eventLoop';
import * as delayModule from '../../nodes/AudiencePage/transport/delay';
import { randomFrom } from '../service/random';

/** Where the calendar of each test begins. */
const EPOCH = Date.parse('2026-11-21T12:00:00Z');
/**
 * Longer than a limiter is kept that nobody uses (see `limiterFor`): what a test has met, the next
 * does not know.
 */
const BETWEEN_TESTS = 600_000;

/** What goes on as it does: servers, connections and their time limits. */
const REAL = [
	...([
		'clearImmediate',
		'clearInterval',
		'clearTimeout',
		'hrtime',
		'nextTick',
		'queueMicrotask',
	] as const),
	...(['setImmediate', 'setInterval', 'setTimeout'] as const),
];

export const nextTurn = async (): Promise<void> =>
	await new Promise((resolve) => setImmediate(resolve));

interface Event {
	at: number;
	happen: () => void;
}

/**
 * Time that passes from event to event, in milliseconds since the test began. No wait takes time.
 */
export class Clock {
	/** Lets happen what needs no time, before any passes; other waits may begin meanwhile. */
	settle: () => Promise<void> = nextTurn;
	/** No time passes as long as this is so. */
	isHeld = false;
	private began = 0;
	private isPassing = false;
	/** In the order in which they happen. */
	private events: Event[] = [];

	get now(): number {
		return performance.now() - this.began;
	}

	/** Has something happen after so much time. */
	after(milliseconds: number, happen: () => void): Event {
		const event = { at: this.now + milliseconds, happen };
		let place = this.events.length;
		while (place > 0 && this.events[place - 1]!.at > event.at) place--;
		this.events.splice(place, 0, event);
		if (!this.isPassing) void this.pass();
		return event;
	}

	/** As the `delay` of the nodes: ends early when its signal is aborted. */
	async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const end = () => {
				signal?.removeEventListener('abort', abort);
				resolve();
			};
			const event = this.after(milliseconds, end);
			const abort = () => {
				this.events = this.events.filter((waiting) => waiting !== event);
				end();
			};
			signal?.addEventListener('abort', abort);
		});
	}

	/** What still waits, waits for ever. */
	clear(): void {
		this.events = [];
	}

	/** For a test: the nodes live by this clock, and what is random is the same each time. */
	start(): void {
		jest.useFakeTimers({ doNotFake: REAL });
		jest.advanceTimersByTime(this.began + BETWEEN_TESTS);
		jest.setSystemTime(EPOCH);
		this.began = performance.now();
		replace(Math, 'random', randomFrom('clock'));
		replace(delayModule, 'delay', this.wait.bind(this));
		// No work takes time.
		replace(eventLoopModule, 'yieldToEventLoop', async () => {});
	}

	end(): void {
		this.clear();
		this.settle = nextTurn;
		this.isHeld = false;
		this.began = performance.now();
		jest.useRealTimers();
		jest.restoreAllMocks();
	}

	private async pass(): Promise<void> {
		this.isPassing = true;
		do {
			await this.settle();
			const [event] = this.events;
			if (event === undefined || (this.isHeld && event.at > this.now)) continue;
			this.events.shift();
			// A test may have moved the time itself.
			jest.advanceTimersByTime(Math.max(0, event.at - this.now));
			event.happen();
		} while (this.events.length > 0);
		this.isPassing = false;
	}
}

/**
 * Puts a function in the place of another, as a spy, but without the record of its calls: there are
 * millions.
 */
function replace<Name extends string>(
	object: Record<Name, unknown>,
	name: Name,
	by: unknown,
): void {
	jest.spyOn(object as Record<string, () => unknown>, name);
	Object.defineProperty(object, name, { value: by, configurable: true, writable: true });
}

/** For the tests of a file. */
export function useVirtualTime(): Clock {
	const clock = new Clock();
	beforeEach(() => clock.start());
	afterEach(() => clock.end());
	return clock;
}
