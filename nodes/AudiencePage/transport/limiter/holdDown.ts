const MAX_LENGTH = 80_000;

/**
 * A hold-down timer: how long something learnt about the service is relied on before it is tested, and
 * twice as long each time that a test confirms it. Times are those of `performance.now()`.
 */
export class HoldDown {
	private length: number;
	private until = -Infinity;

	/** @param initial its length at first, in milliseconds */
	constructor(private readonly initial: number) {
		this.length = initial;
	}

	isActive(now: number): boolean {
		return now < this.until;
	}

	/** What was learnt is wrong. */
	cancel(): void {
		this.until = -Infinity;
	}

	/** It was learnt, or confirmed; `atLeast` is in milliseconds. */
	renew(now: number, atLeast = 0): void {
		if (now > this.until + this.length) this.length = this.initial;
		else if (!this.isActive(now)) this.length = Math.min(MAX_LENGTH, 2 * this.length);
		this.until = now + Math.max(this.length, atLeast);
	}
}
