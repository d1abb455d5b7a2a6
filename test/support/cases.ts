/** The long tests (test/long) try every law in so many times as many cases as `npm test`. */
const LONGER = 8;

/** Of combinations that the long tests try all of, `npm test` tries one in so many. */
const TURNS = 3;

const { LONG } = process.env;

/** How many cases of `all`, which is at least 1: in `npm test` an eighth, the same at each run. */
export const cases = (all: number): number => (LONG === 'yes' ? all : Math.ceil(all / LONGER));

/** How many cases to try of a law that the long tests try so many times as often. */
export const casesOf = (usual: number, times: number): number => (LONG === 'yes' ? usual * times : usual);

/** Whether to try the `n`-th of many combinations: where `n` is a sum of indices, each part has its turn. */
export const isTried = (n: number): boolean => LONG === 'yes' || n % TURNS === 0;
