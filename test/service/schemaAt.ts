/** What openapi.yaml says of one part of a request or of an answer. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { operationOf, schemaOf } from './judge';

/** A schema as it stands in the document. */
export type Written = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** A schema without `$ref` and `allOf` at its top. */
export type Resolved = Omit<OpenAPIV3_1.NonArraySchemaObject, 'type'> & {
	type?: string | string[];
	items?: Written;
};

export function resolved(schema: Written): Resolved {
	if ('$ref' in schema) {
		const { $ref, ...own } = schema;
		return { ...resolved(schemaOf($ref.split('/').at(-1)!)), ...own };
	}
	const { allOf = [], ...own } = schema;
	const all = [...allOf.map(resolved), own];
	const properties = Object.assign(
		{},
		...all.map((each) => each.properties),
	) as Resolved['properties'];
	return Object.assign({}, ...all, { properties }) as Resolved;
}

const asJson = (content: { content?: Record<string, OpenAPIV3_1.MediaTypeObject> } | undefined) =>
	content?.content?.['application/json']?.schema;

/** What an endpoint gives when all is well: its answer, or of a list one record. As written. */
export function recordSchema(operationId: string): Written {
	const answer = asJson(operationOf(operationId).responses['2XX']) ?? {};
	const items = resolved(answer).properties?.items;
	return (items && resolved(items).items) ?? answer;
}

/**
 * What the records with this ID are a list of in an endpoint's answer, such as `items`; undefined
 * if they are none.
 */
export function listNameOf(operationId: string, idField: string): string | undefined {
	const { properties = {} } = resolved(asJson(operationOf(operationId).responses['2XX']) ?? {});
	return Object.keys(properties).find((name) => {
		const { items } = resolved(properties[name]!);
		return items !== undefined && idField in (resolved(items).properties ?? {});
	});
}

/**
 * Where a value stands in a request: `path`, `query` or `body`, then names, and a number in a list.
 */
export type Place = Array<string | number>;

/**
 * What stands at a place of an endpoint's request; undefined if the interface has no such place.
 */
export function schemaAt(operationId: string, [place, ...keys]: Place): Resolved | undefined {
	const { parameters, requestBody } = operationOf(operationId);
	if (place === 'body') return within(asJson(requestBody), keys);
	const parameter = parameters.find((each) => each.in === place && each.name === keys[0]);
	return parameter?.schema && resolved(parameter.schema as Written);
}

function within(schema: Written | undefined, [key, ...keys]: Place): Resolved | undefined {
	if (schema === undefined) return undefined;
	const { properties, items, ...own } = resolved(schema);
	if (key === undefined) return { ...own, properties, items };
	return within(typeof key === 'number' ? items : properties?.[key], keys);
}
