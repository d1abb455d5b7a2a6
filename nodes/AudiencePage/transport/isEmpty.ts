import type { IDataObject } from 'n8n-workflow';

/** Left empty on the form: such a value is not sent (an agent fills `""` where it means nothing). */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === '' || value === null || value === undefined;

/** The values that were not left empty. */
export const filled = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
