/** The service interface as a document: what the sandbox serves by and tests judge by. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';

/** Reads openapi.yaml; each call gives an object of its own, with its `$ref`s unresolved. */
export function loadDocument(): OpenAPIV3_1.Document {
	return parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as OpenAPIV3_1.Document;
}
