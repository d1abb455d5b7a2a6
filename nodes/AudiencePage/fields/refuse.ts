import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { refusal } from '../transport/errors';

/** Makes the error for a rule that is broken at a path such as `[0].title`. */
export type Refuse = (brokenRule: string, path: string) => Error;

/** The path of a member. */
export const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The refusals of a field that has parts. */
export const refuserOf =
	(context: IExecuteSingleFunctions, displayName: string): Refuse =>
	(brokenRule, path) =>
		refusal(context, displayName, path === '' ? brokenRule : `${brokenRule} at ${path}`);
