import type { FormRule } from './operation';

/** An update that changes nothing is a mistake of the one who filled the form. */
export const nothingToUpdate: FormRule = (givens) =>
	givens.some(({ at, meant }) => at?.[0] === 'body' && meant !== undefined) ? [] : ['updateFields'];
