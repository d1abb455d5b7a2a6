/** The service interface as a document: what the sandbox serves by and tests judge by. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';

const KEPT = Symbol.for('n8n-nodes-audience-page.kept');

/**
 * Made once under this name in the process: for what is slow and has no state, as each test file
 * loads modules anew.
 */
export function onceAProcess<Value>(name: string, make: () => Value): Value {
	const kept = ((globalThis as { [KEPT]?: Map<string, unknown> })[KEPT] ??= new Map());
	if (!kept.has(name)) kept.set(name, make());
	return kept.get(name) as Value;
}

const read = (): OpenAPIV3_1.Document =>
	parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as OpenAPIV3_1.Document;

/** Reads openapi.yaml; each call gives an object of its own, with its `$ref`s unresolved. */
export const loadDocument = (): OpenAPIV3_1.Document =>
	structuredClone(onceAProcess('document', read));

/**
 * Without the schema of schemas, which takes long to compile: that the document keeps to it,
 * openapi.test.ts shows.
 */
export const ajvThat = ({ coerceTypes = false } = {}): Ajv2020 =>
	addFormats(
		new Ajv2020({
			strict: false,
			allErrors: true,
			meta: false,
			validateSchema: false,
			coerceTypes,
		}),
	);
