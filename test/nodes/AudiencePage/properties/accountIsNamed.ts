import type { FormRule } from './operation';

/** An entry belongs to an account. */
export const accountIsNamed: FormRule = (givens) => {
	const names = ['accountId', 'domain', 'additionalFields.name'];
	const isNamed = givens.some(({ parameter, meant }) => names.includes(parameter) && meant !== undefined);
	return isNamed ? [] : ['accountId'];
};
