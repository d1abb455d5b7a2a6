/** How often the service can be called (service interface, section 8: not shown). */
import fc from 'fast-check';

import type { Answer, Hooks } from '../exchange';
import type { WorldService } from '../WorldService';
import type { Deviation } from './Deviation';

const KINDS = ['fixed window', 'token bucket', 'sliding window', 'in flight'] as const;
type Kind = (typeof KINDS)[number];

interface Rate {
	/** How many requests. */
	requests: number;
	/** In how many milliseconds. */
	per: number;
}

/** How long a request must wait, in milliseconds; 0 for one that is let through. */
type Gate = () => number;

const gates: Record<Kind, (rate: Rate, service: WorldService) => Gate> = {
	'fixed window': ({ requests, per }) => {
		let window = -1;
		let taken = 0;
		return () => {
			const now = Math.floor(Date.now() / per);
			if (now !== window) taken = 0;
			window = now;
			return taken++ < requests ? 0 : (window + 1) * per - Date.now();
		};
	},
	'token bucket': ({ requests, per }) => {
		let tokens = requests;
		let filledAt = Date.now();
		return () => {
			tokens = Math.min(requests, tokens + ((Date.now() - filledAt) * requests) / per);
			filledAt = Date.now();
			if (tokens < 1) return Math.ceil(((1 - tokens) * per) / requests);
			tokens--;
			return 0;
		};
	},
	'sliding window': ({ requests, per }) => {
		let taken: number[] = [];
		return () => {
			taken = taken.filter((time) => time > Date.now() - per);
			const [first] = taken;
			if (first !== undefined && taken.length >= requests) return first + per - Date.now();
			taken.push(Date.now());
			return 0;
		};
	},
	'in flight':
		({ requests }, service) =>
		() =>
			service.inWork > requests ? 1000 : 0,
};

const HEADERS = {
	exact: (wait: number) => String(Math.ceil(wait / 1000)),
	'rounded down': (wait: number) => String(Math.floor(wait / 1000)),
	'0': () => '0',
	'a date in the past': () => new Date(Date.now() - 60_000).toUTCString(),
	'a date': (wait: number) => new Date(Date.now() + Math.ceil(wait / 1000) * 1000).toUTCString(),
	missing: () => undefined,
	negative: () => '-1',
	'a text': () => 'soon',
};

const RATES: Rate[] = [
	{ requests: 1, per: 1000 },
	{ requests: 3, per: 1000 },
	{ requests: 10, per: 1000 },
	{ requests: 5, per: 5000 },
	{ requests: 10, per: 60_000 },
];

/** Answers 429 after which the limit is said with 503. */
const UNTIL_503 = 4;

const retryAfters = Object.keys(HEADERS) as Array<keyof typeof HEADERS>;

export const limit = fc
	.record({
		rate: fc.constantFrom(...RATES),
		kind: fc.constantFrom(...KINDS),
		header: fc.constantFrom(...retryAfters),
		becomes503: fc.boolean(),
	})
	.map(({ rate, kind, header, becomes503 }): Deviation => {
		const often = kind === 'in flight' ? `${rate.requests}` : `${rate.requests} in ${rate.per} ms`;
		const last = becomes503 ? `, after ${UNTIL_503} answers 429 it is 503` : '';
		return {
			name: `a limit of ${often} (${kind}); Retry-After is ${header}${last}`,
			apply: (service) =>
				service.hooks.push(limiting(gates[kind](rate, service), HEADERS[header], becomes503)),
			// A 503 says nothing of a limit, but for its Retry-After.
			mayFail: () => becomes503,
		};
	});

function limiting(gate: Gate, header: (wait: number) => string | undefined, becomes503: boolean): Hooks {
	let limited = 0;
	const refuse = (): Answer | undefined => {
		const wait = gate();
		if (wait === 0) return undefined;
		const retryAfter = header(wait);
		return {
			status: becomes503 && ++limited > UNTIL_503 ? 503 : 429,
			body: { message: 'Too many requests' },
			headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
		};
	};
	return { refuse };
}
