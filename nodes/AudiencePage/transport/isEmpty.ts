import type { IDataObject } from 'n8n-workflow';

/**
 * Left empty on the form: such a value is not sent. Only spaces are nothing too, as a cell of a table
 * has them, and an agent fills `""` where it means nothing.
 */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The values that were not left empty. */
export const filled = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
