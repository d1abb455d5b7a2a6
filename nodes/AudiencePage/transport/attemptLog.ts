import { minPause, MAX_STALL } from './waiting';

/** A request that was refused so often in a row, while others of its endpoint were taken, is refused for what it is. */
const REFUSALS_OF_ITS_OWN = 3;
/** For so long a request is sent again that is refused for what it is, in milliseconds. */
const LONGEST_OF_ITS_OWN = 30 * 60_000;

/** The tries of one request to get through. */
export class AttemptLog {
	/** It was sent before. */
	isRepeated = false;
	/** How long it stands back before it is sent again, so that others are tried, in milliseconds. */
	pause = 0;
	/** Why it is not sent any more. */
	finalError?: Error;
	/** For how long it has stood back, or was asked to wait, in milliseconds. */
	private waited = 0;
	private lastRefused = Infinity;
	private overtaken = 0;
	private isOvertaken = false;

	/** @param endpoint what it goes to, by method and path */
	constructor(readonly endpoint: string) {}

	/** Whether its refusals say nothing of the service's limit: others get through at the same time. */
	get isLimitedAlone(): boolean {
		return this.isOvertaken && this.overtaken >= REFUSALS_OF_ITS_OWN;
	}

	/**
	 * The service limits, and has not taken it.
	 *
	 * @param number its own, of all requests that were sent
	 * @param lastTaken the number of the last one to its endpoint that was taken
	 * @param retryAfter milliseconds that the service asks to wait
	 */
	refused(number: number, lastTaken: number, retryAfter: number): void {
		this.isOvertaken = lastTaken > this.lastRefused;
		if (this.isOvertaken) this.overtaken++;
		this.lastRefused = number;
		const ours = minPause(Math.min(this.waited, MAX_STALL / 2));
		this.pause = this.isLimitedAlone ? Math.max(ours, retryAfter) : ours;
		this.waited += Math.max(ours, retryAfter);
	}

	/** Whether it has waited for too long, while others got through. */
	get isGivenUp(): boolean {
		return this.isLimitedAlone && this.waited >= LONGEST_OF_ITS_OWN;
	}

	/** The service has answered in another way. */
	answered(): void {
		this.pause = 0;
		this.waited = 0;
		this.overtaken = 0;
		this.lastRefused = Infinity;
	}
}
