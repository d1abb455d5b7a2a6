/** What can go wrong between a request and its answer. */

/** Faults that leave a request without effect; what goes out, `send.ts` says. */
export const UNAPPLIED_FAULTS = [
	'internalError',
	'badGateway',
	'unavailable',
	'gatewayTimeout',
	'unprocessable',
	'tooManyRequests',
	'redirect',
	'resetBefore',
	'silence',
] as const;

/** Faults of the answer: the request is carried out all the same. */
export const APPLIED_FAULTS = ['unavailableAfter', 'resetAfter', 'cutShort', 'html', 'silenceAfter'] as const;

/** Faults of lists, and of nothing else. */
export const LIST_FAULTS = ['repeatCursor', 'noCursor'] as const;

export type UnappliedFault = (typeof UNAPPLIED_FAULTS)[number];
export type AppliedFault = (typeof APPLIED_FAULTS)[number] | (typeof LIST_FAULTS)[number];
export type FaultKind = UnappliedFault | AppliedFault;

/** In the order in which chances are drawn. */
export const FAULT_KINDS: readonly FaultKind[] = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS, ...LIST_FAULTS];

/** Whether a fault leaves its request without effect. */
export const isUnapplied = (kind: FaultKind): kind is UnappliedFault =>
	(UNAPPLIED_FAULTS as readonly FaultKind[]).includes(kind);

/** Whether a fault can only hit lists. */
export const isForLists = (kind: FaultKind): boolean => (LIST_FAULTS as readonly FaultKind[]).includes(kind);
