/** Seeded records are of the year 2025. */
const FIRST_MS = Date.UTC(2025, 0, 6, 8);
const STEP_MS = 60_000;

/**
 * The n-th minute of the seeded time, in the pattern that the interface declares for timestamps.
 */
export function timestamp(n: number): string {
	return timestampOf(FIRST_MS + n * STEP_MS);
}

/**
 * `+` and epoch milliseconds: fits the declared pattern, and that is all the interface says of it.
 */
export function timestampOf(epochMs: number): string {
	return `+${epochMs}`;
}
