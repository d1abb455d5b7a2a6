/** What the document finds wrong with a request, in words that name the field. */
import type { ErrorObject } from 'ajv';

/** One line for all errors: `name must NOT have more than 255 characters; source is required`. */
export function refusalOf(errors: ErrorObject[]): string {
	return [...new Set(errors.map(lineFor))].join('; ');
}

function lineFor({ instancePath, keyword, message, params }: ErrorObject): string {
	// An instance path is /requestBody/metadata/robots/0 or /query/limit; a query has no nested fields.
	const [, part, ...path] = instancePath.split('/');
	const field = (...below: unknown[]): string =>
		[...path, ...below].join('.') || (part === 'query' ? 'the query' : 'the body');
	const details = params as Record<string, unknown>;
	switch (keyword) {
		case 'required':
			return details.missingProperty === 'requestBody'
				? 'a JSON body is required'
				: `${field(details.missingProperty)} is required`;
		case 'additionalProperties':
			return `${field(details.additionalProperty)} is not a field of this request`;
		case 'unevaluatedProperties':
			return `${field(details.unevaluatedProperty)} is not a field of this request`;
		case 'enum':
			return `${field()} must be one of ${(details.allowedValues as unknown[]).join(', ')}`;
		default:
			return `${field()} ${message}`;
	}
}
