import { HoldDown } from './holdDown';

/** Requests in flight at the beginning. */
export const FIRST_WINDOW = 8;
/** One more in flight for so many answers: of what was sent, at most about a tenth is refused when a limit is met. */
const ANSWERS_TO_GROW = 8;

/**
 * How many requests may be in flight at once, by additive increase and multiplicative decrease: it
 * starts at 8, grows with the answers, and falls to what the service has shown to take at once.
 */
export class ConcurrencyWindow {
	private readonly hold = new HoldDown(5000);
	private exact = FIRST_WINDOW;
	private hasFallen = false;
	private beforeFall = FIRST_WINDOW;

	get size(): number {
		return Math.floor(this.exact);
	}

	/** An answer came while all places were taken. */
	grow(now: number): void {
		if (!this.hold.isActive(now)) this.exact += 1 / ANSWERS_TO_GROW;
	}

	/** Of the requests in flight, the service has refused some and taken others. */
	fallTo(taken: number, refused: number, now: number): void {
		// A few that are refused once may be chance.
		if (this.hasFallen || refused > taken / 2) this.hold.renew(now);
		this.hasFallen = true;
		if (taken >= this.exact) return;
		this.beforeFall = Math.max(this.exact, this.beforeFall);
		this.exact = Math.max(1, taken);
	}

	/** A request was refused that was alone: it is not the number in flight that is limited. */
	restore(): void {
		this.exact = Math.max(this.exact, this.beforeFall);
	}

	/** The service is overloaded. */
	halve(): void {
		this.exact = Math.max(1, this.exact / 2);
		this.beforeFall = this.exact;
	}
}
