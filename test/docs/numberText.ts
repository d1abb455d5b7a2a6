/** A whole number with commas between its thousands. */
export const commas = (number: number): string => number.toLocaleString('en-GB');
