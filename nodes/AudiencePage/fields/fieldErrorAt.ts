import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { fieldError } from './fieldError';

/** Makes the error for a rule that is broken at a path such as `[0].title`. */
export type FieldErrorAt = (brokenRule: string, path: string) => Error;

/** The path of a member. */
export const memberPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Makes the errors of a field that has parts. */
export const fieldErrorAt =
	(context: IExecuteSingleFunctions, displayName: string): FieldErrorAt =>
	(brokenRule, path) =>
		fieldError(context, displayName, path === '' ? brokenRule : `${brokenRule} at ${path}`);
