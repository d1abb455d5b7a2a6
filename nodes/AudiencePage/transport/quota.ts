import { Hold } from './hold';

/** Shorter than this no service counts; in milliseconds. */
const SECOND = 1000;
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
	private round?: { start: number; sent: number; taken: number };
	private measured?: Rate;
	private learnt?: Rate;

	/** Milliseconds until the quota allows another request; 0 where none is kept to. */
	waitBefore(now: number): number {
		const { round, learnt } = this;
		if (!round || !learnt || !this.hold.isOn(now) || round.sent < learnt.count) return 0;
		return this.untilNext(now);
	}

	/** Milliseconds until the next period begins, as far as it is known. */
	untilNext(now: number): number {
		const { round, learnt } = this;
		return round && learnt ? Math.max(0, round.start + learnt.period - now) : 0;
	}

	/** @returns whether this is the first of a period */
	sent(now: number): boolean {
		const isNext = this.learnt && this.hold.isOn(now) && this.untilNext(now) === 0;
		if (isNext) this.round = undefined;
		const isFirst = this.round === undefined;
		this.round ??= { start: now, sent: 0, taken: 0 };
		this.round.sent++;
		return isFirst;
	}

	taken(now: number): void {
		const { round, learnt } = this;
		if (!round) return;
		round.taken++;
		// It takes far more than was thought.
		if (learnt && !this.hold.isOn(now) && round.taken > ALIKE * learnt.count) this.forget();
	}

	/** A request that is refused does not count. */
	refused(): void {
		if (this.round) this.round.sent--;
	}

	/** The service takes requests again: the one that was sent at `sentAt` is the first. */
	reopened(sentAt: number, now: number): void {
		const { round } = this;
		if (round && round.taken > 0 && sentAt - round.start < SECOND) return;
		if (round && round.taken > 0) this.measure(round.taken, sentAt - round.start, now);
		this.round = { start: sentAt, sent: 1, taken: 0 };
	}

	/** Nothing was sent for a while: what comes next has nothing to do with what was before. */
	restart(): void {
		this.round = undefined;
	}

	private forget(): void {
		this.measured = undefined;
		this.learnt = undefined;
	}

	private measure(count: number, milliseconds: number, now: number): void {
		// Services count by whole seconds; what is more was waited too long.
		const period = Math.floor(milliseconds / SECOND) * SECOND * MARGIN;
		const measured = { count, period };
		const before = this.learnt ?? this.measured;
		this.measured = measured;
		if (!before || !isAlike(before, measured)) {
			this.learnt = undefined;
			return;
		}
		const isMore = this.learnt !== undefined && count >= this.learnt.count;
		this.learnt = isMore
			? { count: Math.min(count, Math.ceil(before.count * GROWTH)), period: Math.min(period, before.period) }
			: measured;
		this.hold.renew(now, 2 * this.learnt.period);
	}
}
