import { sleep } from 'n8n-workflow';

import { wait } from './waiting';

/** Requests in flight at the beginning of a run. */
export const FIRST_WINDOW = 8;
/** Answers after which a pace that the service sets is tried a little faster. */
const ANSWERS_TO_SPEED_UP = 25;
const SPEED_UP = 0.95;
/** Fewer answers than this between two rate limits say nothing of the service's rate. */
const ANSWERS_TO_MEASURE = 5;

/** How the service took a request, as far as its load goes. */
export type Reception = 'well' | 'limited' | 'overloaded' | 'failed';

/** A request's place among those in flight; to be given back when its answer is there. */
export interface Slot {
	release(reception: Reception): void;
}

/**
 * Decides when the next request may go out. The service's limits are not shown (service interface,
 * section 8), so they are found out:
 *
 * - The number in flight starts at 8 and doubles while the service answers well, up to `most`.
 * - At 429 and 503 it is halved, and from then on grows one by one.
 * - At 429 nothing goes out for as long as the service asks. What went through between two such
 *   moments, waits included, is the service's own rate. The requests that follow are spread out to
 *   twice that rate: enough to use up what the service allows after a wait, and so few at once that
 *   hardly any is refused. (At the rate itself, the waits would make every measure slower than the
 *   last.)
 */
export class Limiter {
	private window: number;
	private isFirstRise = true;
	private inFlight = 0;
	/** Answers since the window last grew. */
	private answers = 0;
	/** Numbers the slots; a fall counts once for all requests that were in flight at its time. */
	private given = 0;
	private givenAtFall = 0;
	/** Only answers to what was sent since the window last grew say that it may grow again. */
	private givenAtRise = 0;

	private readonly queue: Array<() => void> = [];
	private isServing = false;
	/** Epoch milliseconds before which nothing goes out. */
	private notBefore = 0;
	/** Milliseconds between two requests, once the service's rate is known. */
	private pace = 0;
	private limitedAt = 0;
	private answersSinceLimited = 0;

	/**
	 * @param most requests in flight at once, at least 1
	 * @param halt when aborted, everything that waits gets its slot at once: who gets one looks at it
	 */
	constructor(
		private readonly most: number,
		private readonly halt: AbortSignal,
	) {
		this.window = Math.min(FIRST_WINDOW, most);
		halt.addEventListener('abort', () => this.letAllGo());
	}

	/** Waits for a place; `isRepeated` requests come before all others. */
	async acquire(isRepeated: boolean): Promise<Slot> {
		await new Promise<void>((resolve) => {
			if (isRepeated) this.queue.unshift(resolve);
			else this.queue.push(resolve);
			void this.serve();
		});
		const number = ++this.given;
		return { release: (reception) => this.release(number, reception) };
	}

	/** Lets nothing go out for so many milliseconds from now. */
	pause(milliseconds: number): void {
		this.notBefore = Math.max(this.notBefore, Date.now() + milliseconds);
	}

	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.queue.length > 0 && this.inFlight < this.window) {
			const early = this.notBefore - Date.now();
			if (early > 0) {
				await wait(early, this.halt);
				if (this.halt.aborted) break;
				continue;
			}
			this.notBefore = Math.max(this.notBefore, Date.now() - this.pace) + this.pace;
			this.inFlight++;
			this.queue.shift()?.();
		}
		this.isServing = false;
		if (this.halt.aborted) this.letAllGo();
	}

	private letAllGo(): void {
		for (const go of this.queue.splice(0)) {
			this.inFlight++;
			go();
		}
	}

	private release(number: number, reception: Reception): void {
		if (reception === 'well') this.rise(number);
		if (reception === 'limited' || reception === 'overloaded') this.fall(number, reception);
		this.inFlight--;
		// What went wrong may ask for a pause, or end the run: that comes before the next request.
		void (reception === 'well' ? this.serve() : sleep(0).then(async () => await this.serve()));
	}

	private rise(number: number): void {
		this.answersSinceLimited++;
		if (this.answersSinceLimited % ANSWERS_TO_SPEED_UP === 0) this.pace *= SPEED_UP;
		// A window that is not used up says nothing of what the service takes.
		if (this.inFlight < this.window || number <= this.givenAtRise) return;
		if (++this.answers < this.window) return;
		this.answers = 0;
		this.givenAtRise = this.given;
		this.window = Math.min(this.most, this.isFirstRise ? this.window * 2 : this.window + 1);
	}

	private fall(number: number, reception: 'limited' | 'overloaded'): void {
		if (number <= this.givenAtFall) return;
		this.givenAtFall = this.given;
		this.answers = 0;
		const half = Math.max(1, Math.floor(this.window / 2));
		// The first rise is steep, and may have gone far beyond what the service takes.
		this.window = this.isFirstRise ? Math.min(FIRST_WINDOW, half) : half;
		this.isFirstRise = false;
		if (reception === 'limited') this.measure();
	}

	private measure(): void {
		const now = Date.now();
		if (this.limitedAt > 0 && this.answersSinceLimited >= ANSWERS_TO_MEASURE) {
			this.pace = (now - this.limitedAt) / this.answersSinceLimited / 2;
		}
		this.limitedAt = now;
		this.answersSinceLimited = 0;
	}
}
