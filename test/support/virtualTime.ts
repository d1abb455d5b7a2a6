import * as waiting from '../../nodes/AudiencePage/transport/delay';

/** What goes on as it does: servers, connections and their time limits. */
const REAL = [
	'clearImmediate',
	'clearInterval',
	'clearTimeout',
	'hrtime',
	'nextTick',
	'queueMicrotask',
	'setImmediate',
	'setInterval',
	'setTimeout',
] as const;

interface Wait {
	until: number;
	end: () => void;
}

/** Waits that are over as soon as all that end before them are, each with the clock moved to its end. */
class VirtualTime {
	private readonly waits: Wait[] = [];
	private isPassing = false;
	private isOver = false;

	async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const abort = () => this.end(wait);
			const end = () => {
				signal?.removeEventListener('abort', abort);
				resolve();
			};
			const wait: Wait = { until: performance.now() + milliseconds, end };
			this.waits.push(wait);
			signal?.addEventListener('abort', abort);
			void this.pass();
		});
	}

	/** What still waits then, waits for ever: no time passes any more. */
	stop(): void {
		this.isOver = true;
		this.waits.length = 0;
	}

	private async pass(): Promise<void> {
		if (this.isPassing) return;
		this.isPassing = true;
		for (;;) {
			// What is to happen before the wait is over has its turn, other waits that begin now among it.
			await new Promise(setImmediate);
			const next = this.waits.reduce<Wait | undefined>(
				(first, wait) => (first !== undefined && first.until <= wait.until ? first : wait),
				undefined,
			);
			if (next === undefined || this.isOver) break;
			jest.advanceTimersByTime(Math.max(0, next.until - performance.now()));
			this.end(next);
		}
		this.isPassing = false;
	}

	private end(wait: Wait): void {
		const at = this.waits.indexOf(wait);
		if (at >= 0) this.waits.splice(at, 1);
		wait.end();
	}
}

/** Longer than a limiter is kept that nobody uses (see `limiterOf`): what a test has met, the next does not know. */
const BETWEEN_TESTS = 600_000;

/** When the latest test ended: a monotonic clock does not go back. */
let endOfLatest = 0;

/**
 * In the tests of a file, time passes where the node waits, and nowhere else: `Date` and `performance` stand still
 * however slow the machine is, and no wait takes time.
 */
export function useVirtualTime(): void {
	let time: VirtualTime;
	let wait: jest.SpiedFunction<typeof waiting.delay>;
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: [...REAL] });
		jest.advanceTimersByTime(endOfLatest + BETWEEN_TESTS);
		time = new VirtualTime();
		wait = jest
			.spyOn(waiting, 'delay')
			.mockImplementation(async (milliseconds, signal) => await time.wait(milliseconds, signal));
	});
	afterEach(() => {
		time.stop();
		wait.mockRestore();
		endOfLatest = performance.now();
		jest.useRealTimers();
	});
}
