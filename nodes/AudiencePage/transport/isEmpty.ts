/** Left empty on the form: such a value is not sent (an agent fills `""` where it means nothing). */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === '' || value === null || value === undefined;
