/** The time that a poll has. */
export class Deadline {
	/** Aborted when the time is up. */
	readonly signal: AbortSignal;
	private readonly end: number;

	/** @param milliseconds from now on */
	constructor(milliseconds: number) {
		this.end = performance.now() + milliseconds;
		this.signal = AbortSignal.timeout(milliseconds);
	}

	/** In whole milliseconds; negative when the time is up. */
	get timeLeft(): number {
		return Math.floor(this.end - performance.now());
	}
}
