import type { IDataObject } from 'n8n-workflow';

/**
 * Left empty on the form: such a value is not sent. Only spaces are nothing too, as a cell of a table
 * has them, and an agent fills `""` where it means nothing.
 */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The values that were not left empty. */
export const omitEmpty = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** A switch that is on; an expression may give it as text. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** A switch that is off, and not merely left empty. */
export const isFalse = (value: unknown): boolean => value === false || value === 'false';
