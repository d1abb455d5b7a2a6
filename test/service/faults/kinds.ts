/** What can go wrong between a request and its answer. */

/** Faults that leave a request without effect. */
export const UNAPPLIED_FAULTS = [
	/** 500 */
	'internalError',
	/** 502 */
	'badGateway',
	/** 503 */
	'unavailable',
	/** 504 */
	'gatewayTimeout',
	/** 422 */
	'unprocessable',
	/** 429; its Retry-After as `rateLimit.retryAfter` says. */
	'tooManyRequests',
	/** 307 to `redirectTo`. */
	'redirect',
	/** The connection is reset. */
	'resetBefore',
	/** No answer until the client goes away. */
	'silence',
] as const;

/** Faults of the answer: the request is carried out all the same. */
export const APPLIED_FAULTS = [
	/** 503 */
	'unavailableAfter',
	/** The connection is reset. */
	'resetAfter',
	/** Half of the answer's body, then the connection ends. */
	'cutShort',
	/** 200 and a web page. */
	'html',
	/** No answer until the client goes away. */
	'silenceAfter',
] as const;

/** Faults of lists, and of nothing else. */
export const LIST_FAULTS = [
	/** There is more, at the cursor that was asked for; without one, at a cursor of the beginning. */
	'repeatCursor',
	/** There is more, but no cursor. */
	'noCursor',
] as const;

export type UnappliedFault = (typeof UNAPPLIED_FAULTS)[number];
export type AppliedFault = (typeof APPLIED_FAULTS)[number] | (typeof LIST_FAULTS)[number];
export type FaultKind = UnappliedFault | AppliedFault;

/** In the order in which chances are drawn. */
export const FAULT_KINDS: readonly FaultKind[] = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS, ...LIST_FAULTS];

/** Whether a fault leaves its request without effect. */
export function isUnapplied(kind: FaultKind): kind is UnappliedFault {
	return (UNAPPLIED_FAULTS as readonly FaultKind[]).includes(kind);
}

/** Whether a fault can only hit lists. */
export function isForLists(kind: FaultKind): boolean {
	return (LIST_FAULTS as readonly FaultKind[]).includes(kind);
}
