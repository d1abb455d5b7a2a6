import type { GenericValue, IDataObject } from 'n8n-workflow';

type Value = GenericValue | IDataObject | object;

/**
 * A rule of the service interface for one value.
 *
 * Gives the rest of the sentence that begins with the field's name ("must be …"), or undefined if
 * the value keeps the rule.
 */
export type Rule = (value: Value) => string | undefined;

/** Length in characters, both ends allowed (service interface, section 8). */
export const length =
	(min: number, max: number): Rule =>
	(value) => {
		const characters = [...String(value)].length;
		return characters >= min && characters <= max
			? undefined
			: `must be ${min} to ${max} characters long, and this has ${characters}`;
	};

/** source and type of a log entry (service interface, section 2.3). */
export const kebabCase: Rule = (value) =>
	/^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(value))
		? undefined
		: 'must be lower-case letters and digits in groups joined by single hyphens, e.g. deal-won';

/** accountId (service interface, section 2.1). */
export const accountIdPattern: Rule = (value) =>
	/^account_[a-z0-9]{26}$/.test(String(value))
		? undefined
		: 'must be account_ followed by 26 lower-case letters or digits';

/** An ID becomes one segment of the path: these would be another path. */
export const pathSegment: Rule = (value) =>
	['.', '..'].includes(String(value)) ? 'must be an ID, not a dot' : undefined;
