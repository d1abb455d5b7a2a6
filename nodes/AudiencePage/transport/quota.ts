import { Hold } from './hold';

const SECOND = 1000;
/** Requests do not take the same time to the service: a second may look so much shorter, in seconds. */
const JITTER = 0.1;
/** The service's clock and the way to it are not exact. */
const MARGIN = 1.05;
/** Two measures of one rate differ by less than this factor. */
const ALIKE = 2;
/** How much greater a count becomes at once. */
const GROWTH = 1.25;

/** At most so many requests in a period, in milliseconds. */
interface Rate {
	count: number;
	period: number;
}

const isAlike = (one: Rate, other: Rate): boolean => {
	const factor = (one.count * other.period) / (one.period * other.count);
	return factor <= ALIKE && factor >= 1 / ALIKE;
};

/**
 * How many requests the service takes in how long a time, learnt from what it takes between two
 * refusals. One measure proves nothing: a quota is kept to when two in a row are alike, and put to
 * the test again and again (see `Hold`). Times are those of `performance.now()`.
 */
export class Quota {
	private readonly hold = new Hold();
	/** From the first request that was taken after a refusal on. */
	private round?: { start: number; sent: number; taken: number; isHeld: boolean };
	private measured?: Rate;
	private learnt?: Rate;

	/** Milliseconds until the quota allows another request; 0 where none is kept to. */
	waitBefore(now: number): number {
		const { round, learnt } = this;
		const isUsedUp = round?.isHeld && learnt && round.sent >= learnt.count;
		return isUsedUp ? this.untilNext(now) : 0;
	}

	/** Milliseconds until the next period begins, as far as it is known. */
	untilNext(now: number): number {
		const { round, learnt } = this;
		return round && learnt ? Math.max(0, round.start + learnt.period - now) : 0;
	}

	/** @returns whether this is the first of a period */
	sent(now: number): boolean {
		const isFirst = !this.round || (this.round.isHeld && this.untilNext(now) === 0);
		if (isFirst) this.begin(now);
		else this.count(1);
		return isFirst;
	}

	private begin(start: number): void {
		this.round = { start, sent: 1, taken: 0, isHeld: this.learnt !== undefined && this.hold.isOn(start) };
	}

	/** A request is sent to find out if it is taken: no period begins before that is known. */
	probed(): void {
		this.count(1);
	}

	private count(requests: number): void {
		if (this.round) this.round.sent += requests;
	}

	taken(): void {
		const { round, learnt } = this;
		if (!round) return;
		round.taken++;
		// It takes far more than was thought.
		if (learnt && !round.isHeld && round.taken > ALIKE * learnt.count) this.forget();
	}

	/** A request that is refused does not count. */
	refused(): void {
		this.count(-1);
	}

	/** The service takes requests again: the one that was sent at `sentAt` is the first. */
	reopened(sentAt: number, now: number): void {
		const { round } = this;
		if (round && round.taken > 0) {
			// Services count by whole seconds; what is more was waited too long.
			const seconds = Math.floor((sentAt - round.start) / SECOND + JITTER);
			if (seconds < 1) return;
			this.measure({ count: round.taken, period: seconds * SECOND * MARGIN }, now);
		}
		this.begin(sentAt);
	}

	/** Nothing was sent for a while: what comes next has nothing to do with what was before. */
	restart(): void {
		this.round = undefined;
	}

	private forget(): void {
		this.measured = undefined;
		this.learnt = undefined;
	}

	private measure(measured: Rate, now: number): void {
		const { count, period } = measured;
		const before = this.learnt ?? this.measured;
		this.measured = measured;
		if (!before || !isAlike(before, measured)) {
			this.learnt = undefined;
			return;
		}
		// As much as before went through, so the shorter of the periods was long enough.
		const isEnough = count >= before.count;
		this.learnt = isEnough
			? { count: Math.min(count, Math.ceil(before.count * GROWTH)), period: Math.min(period, before.period) }
			: measured;
		this.hold.renew(now, 2 * this.learnt.period);
	}
}
