/** Limits as services have them. All times are in milliseconds. */
export interface Limit {
	/** 0 if a request is accepted; otherwise after how long it may be. */
	take: (now: number) => number;
	/** A request that was accepted has its response. */
	end?(): void;
}

/** Windows that begin at fixed times, whoever calls when. */
export function fixedWindow(count: number, period: number, phase = 0): Limit {
	let window = -1;
	let accepted = 0;
	return {
		take(now) {
			const current = Math.floor((now + phase) / period);
			if (current !== window) [window, accepted] = [current, 0];
			if (accepted >= count) return (current + 1) * period - phase - now;
			accepted++;
			return 0;
		},
	};
}

/** At most so many in any period. */
export function slidingWindow(count: number, period: number): Limit {
	const times: number[] = [];
	return {
		take(now) {
			while (times[0] !== undefined && times[0] <= now - period) times.shift();
			if (times.length >= count) return times[0]! + period - now;
			times.push(now);
			return 0;
		},
	};
}

export function tokenBucket(perSecond: number, capacity: number): Limit {
	let tokens = capacity;
	let filledAt = 0;
	return {
		take(now) {
			tokens = Math.min(capacity, tokens + ((now - filledAt) * perSecond) / 1000);
			filledAt = now;
			// Tokens are sums of fractions.
			if (tokens < 1 - 1e-9) return ((1 - tokens) * 1000) / perSecond;
			tokens--;
			return 0;
		},
	};
}

/** At most so many at the same time. */
export function inFlight(max: number): Limit {
	let count = 0;
	return {
		take() {
			if (count >= max) return 1;
			count++;
			return 0;
		},
		end: () => void count--,
	};
}
