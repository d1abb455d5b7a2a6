/** How answers come over the wire, and how long they take. */
import fc from 'fast-check';

import type { Deviation } from './Deviation';

const TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain', false] as const;

export const wire = fc
	.record({
		gzip: fc.boolean(),
		chunks: fc.constantFrom(1, 2, 5),
		drip: fc.constantFrom(0, 700),
		contentType: fc.constantFrom(...TYPES),
		byteOrderMark: fc.boolean(),
	})
	.map(
		(how): Deviation => ({
			name: `answers go out as ${JSON.stringify(how)}`,
			apply: ({ wire }) => void Object.assign(wire, how),
		}),
	);

/** Up to two seconds, now more, now less. */
export const latency = fc.integer({ min: 1, max: 2000 }).map(
	(most): Deviation => ({
		name: `an answer takes up to ${most} ms`,
		apply: ({ hooks }) => hooks.push({ latency: ({ number }) => (number * 617) % (most + 1) }),
	}),
);
