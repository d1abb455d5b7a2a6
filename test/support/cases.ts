/** Of combinations that the long tests try all of, `npm test` tries one in so many. */
const TURNS = 3;

const { LONG } = process.env;

/**
 * How many cases of a law to try: in `npm test` the usual ones, in the long tests (test/long) so
 * many times as many.
 */
export const casesOf = (usual: number, times = 8): number =>
	LONG === 'yes' ? usual * times : usual;

/**
 * Whether to try the `n`-th of many combinations: where `n` is a sum of indices, each part has its
 * turn.
 */
export const isTried = (n: number): boolean => LONG === 'yes' || n % TURNS === 0;
