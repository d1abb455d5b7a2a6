/**
 * JSON schemas as n8n's editor reads them for a preview: types, properties and items, without
 * references.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { SimplifiedFields } from '../../nodes/AudiencePage/fields/simplify';
import { schemaOf } from '../service/judge';

type DocumentSchema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

export interface PlainSchema {
	/** Of several the editor shows the first. */
	type: string | string[];
	properties?: Record<string, PlainSchema>;
	items?: PlainSchema;
	required?: string[];
}

const STRING: PlainSchema = { type: 'string' };
/** The editor shows `undefined` for what has no type. */
const ANY = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** A schema of openapi.yaml by its name. */
export const record = (name: string): PlainSchema => plain(schemaOf(name));

/** A record's own properties come before those it shares: its ID is among them. */
export function plain(schema: DocumentSchema): PlainSchema {
	if ('$ref' in schema) return record(schema.$ref.split('/').at(-1)!);

	const { type, properties, allOf = [] } = schema;
	const items = 'items' in schema ? schema.items : undefined;
	const shared = allOf.map(plain);
	const all = [
		...Object.entries(properties ?? {}).map(([name, property]) => [name, plain(property)] as const),
		...shared.flatMap((schema) => Object.entries(schema.properties ?? {})),
	];
	const result: PlainSchema = { type: type ?? shared[0]?.type ?? ANY };
	if (all.length > 0) result.properties = Object.fromEntries(all);
	if (items) result.items = plain(items);
	return result;
}

/** An object that has all of these properties, in this order. */
export const complete = (properties: Record<string, PlainSchema>): PlainSchema => ({
	type: 'object',
	required: Object.keys(properties),
	properties,
});

/** The same, or null. */
const orNull = ({ type, ...schema }: PlainSchema): PlainSchema => ({
	type: [...new Set([type, 'null'].flat())],
	...schema,
});

/** @throws Error if the schema has no such property */
export function property(schema: PlainSchema, name: string): PlainSchema {
	const inner = schema.properties?.[name];
	if (inner === undefined) throw new Error(`The schema has no property ${name}`);
	return inner;
}

/**
 * A record that Simplify has made: every field is in it, null where the service gave none; a list
 * is a text.
 */
export function simplified(name: string, fields: SimplifiedFields): PlainSchema {
	const entries = Object.entries(fields).map(([field, path]) => {
		const schema = path.split('.').reduce(property, record(name));
		return [field, orNull(schema.type === 'array' ? STRING : schema)] as const;
	});
	return complete(Object.fromEntries(entries));
}

/**
 * A row of analytics: names and days, every figure, then the IDs; null where the
 * service gave none.
 */
export function row(name: string, figures: string[], names: string[], ids: string[]): PlainSchema {
	const columns = figures.map(
		(figure) => [figure, orNull(property(record(name), figure))] as const,
	);
	const nullable = (fields: string[]) =>
		Object.fromEntries(fields.map((field) => [field, orNull(STRING)]));
	return complete({
		...nullable([...names, 'from', 'to']),
		...Object.fromEntries(columns),
		pageId: STRING,
		...nullable(ids),
	});
}
