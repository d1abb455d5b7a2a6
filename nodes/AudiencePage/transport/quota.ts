import { Hold } from './hold';

const SECOND = 1000;
/** Requests do not take the same time to the service: a second may look so much shorter, in seconds. */
const JITTER = 0.1;
/** The service's clock and the way to it are not exact. */
const MARGIN = 1.1;
/** Two measures of one rate differ by less than this factor. */
const ALIKE = 2;
/** The part of a period after which a test sees if it is shorter than was thought. */
const TEST = 2 / 3;
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

/** No service counts by less than a second: the period cannot be shorter, only the count greater. */
const isShortest = ({ period }: Rate): boolean => period < 2 * SECOND;

/**
 * How many requests the service takes in how long a time, learnt from what it takes between two
 * refusals. One measure proves nothing: a quota is kept to when two in a row are alike, and put to
 * the test again and again (see `Hold`). Times are those of `performance.now()`.
 */
export class Quota {
	private readonly hold = new Hold(2500);
	/** From the first request that was taken after a refusal on. */
	private round?: { start: number; sent: number; taken: number; isTest: boolean };
	private measured?: Rate;
	private learnt?: Rate;

	/** Milliseconds until the quota allows another request; 0 where none is learnt. */
	waitBefore(now: number): number {
		const { round, learnt } = this;
		if (!round || !learnt || round.sent < learnt.count) return 0;
		return round.isTest && isShortest(learnt) ? 0 : this.untilEnd(now);
	}

	/** Whether the next request goes out sooner than the quota says: to see if it is taken. */
	isTest(now: number): boolean {
		const { round, learnt } = this;
		return round?.isTest === true && learnt !== undefined && !isShortest(learnt) && this.untilEnd(now) === 0;
	}

	/** Milliseconds until the service takes requests again after a refusal, as far as the quota explains it. */
	waitAfterRefusal(now: number): number {
		const { round, learnt } = this;
		const isExplained = round && learnt && round.taken * ALIKE >= learnt.count;
		return isExplained ? Math.max(0, round.start + learnt.period - now) : 0;
	}

	/** Milliseconds until the next period begins. */
	private untilEnd(now: number): number {
		const { round, learnt } = this;
		if (!round || !learnt) return 0;
		return Math.max(0, round.start + learnt.period * (round.isTest && !isShortest(learnt) ? TEST : 1) - now);
	}

	/** @returns whether this is the first of a period */
	sent(now: number): boolean {
		const { round, learnt } = this;
		const isFirst = !round || (learnt !== undefined && this.untilEnd(now) === 0);
		if (round && learnt && isFirst && round.taken > learnt.count) {
			this.learnt = { ...learnt, count: Math.min(round.taken, Math.ceil(learnt.count * GROWTH)) };
		}
		if (isFirst) this.begin(now);
		else this.count(1);
		return isFirst;
	}

	private begin(start: number): void {
		const isTest = this.learnt !== undefined && !this.hold.isOn(start);
		this.round = { start, sent: 1, taken: 0, isTest };
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
		if (learnt && round.isTest && round.taken > ALIKE * learnt.count) this.forget();
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
		// What takes as much in a longer time says nothing against the shorter one.
		if (count < before.count) this.learnt = measured;
		else if (period > before.period) this.learnt = before;
		else this.learnt = { count: Math.min(count, Math.ceil(before.count * GROWTH)), period };
		this.hold.renew(now, 2 * this.learnt.period);
	}
}
