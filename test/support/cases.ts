/** `npm run test:long` tries every law in so many times as many cases as `npm test`. */
const LONGER = 5;

/**
 * How many cases to try: all of them in `npm run test:long`, and in `npm test` a fifth, the same at each run.
 *
 * @param all at least 1
 */
export const cases = (all: number): number => (process.env.LONG === 'yes' ? all : Math.ceil(all / LONGER));
