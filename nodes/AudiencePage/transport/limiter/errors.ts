/** The caller was aborted before its request could be sent. */
export class AbortedError extends Error {}

/** The service rate limits requests for too long to wait for it. */
export class RateLimitTimeoutError extends Error {
	/**
	 * @param requestedWait milliseconds that the service asks to wait; undefined if nothing got through for 5 minutes
	 * @param othersSucceed whether others got through all the while
	 */
	constructor(
		readonly requestedWait?: number,
		readonly othersSucceed = false,
	) {
		super('The service takes no requests');
	}
}
