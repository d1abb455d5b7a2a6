/** Judges requests and answers by openapi.yaml alone: neither the sandbox nor the node has a say in it. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { loadDocument } from './document';

/** What is wrong with a value; empty if it fits. */
export type Judge = (value: unknown) => string[];

export interface Operation {
	operationId: string;
	/** In capitals. */
	method: string;
	/** With its parameters in braces. */
	path: string;
	/** Those of the path too, without `$ref`s but for their schemas. */
	parameters: OpenAPIV3_1.ParameterObject[];
	requestBody?: OpenAPIV3_1.RequestBodyObject;
	responses: Record<string, OpenAPIV3_1.ResponseObject>;
	/** A JSON pointer to the operation. */
	pointer: string;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const document = loadDocument();
const schemas = document.components!.schemas!;
const ajvOptions = { strict: false, allErrors: true };
const ajv = addFormats(new Ajv2020(ajvOptions)).addSchema(document, 'openapi');
/** A query arrives as text. */
const queryAjv = addFormats(new Ajv2020({ ...ajvOptions, coerceTypes: true })).addSchema(document, 'openapi');

function parameterOf(
	parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject,
): OpenAPIV3_1.ParameterObject {
	if (!('$ref' in parameter)) return parameter;
	const name = parameter.$ref.split('/').at(-1)!;
	return parameterOf(document.components!.parameters![name]!);
}

/** All operations of the document. */
export const operations: Operation[] = Object.entries(document.paths!).flatMap(([path, item = {}]) =>
	METHODS.flatMap((method) => {
		const operation = item[method];
		if (operation === undefined) return [];
		return {
			operationId: operation.operationId!,
			method: method.toUpperCase(),
			path,
			parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(parameterOf),
			requestBody: operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined,
			responses: operation.responses as Record<string, OpenAPIV3_1.ResponseObject>,
			pointer: `openapi#/paths/${path.replaceAll('/', '~1')}/${method}`,
		};
	}),
);

/** The operation of that id; throws if there is none. */
export function operationOf(operationId: string): Operation {
	const operation = operations.find((candidate) => candidate.operationId === operationId);
	if (operation === undefined) throw new Error(`openapi.yaml has no operation ${operationId}`);
	return operation;
}

/** The schema of `components.schemas`, as written; throws if there is none. */
export function schemaOf(name: string): OpenAPIV3_1.SchemaObject {
	const schema = schemas[name];
	if (schema === undefined) throw new Error(`openapi.yaml has no schema ${name}`);
	return schema;
}

const judgeBy =
	(validate: ValidateFunction): Judge =>
	(value) => {
		validate(value);
		return (validate.errors ?? []).map(
			({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
		);
	};

/** Judges by one of `components.schemas`. */
export function judgeSchema(name: string): Judge {
	return judgeBy(ajv.compile({ $ref: `openapi#/components/schemas/${name}` }));
}

/** Judges bodies of requests of an operation. */
export function judgeBody(operationId: string): Judge {
	const { pointer } = operationOf(operationId);
	return judgeBy(ajv.compile({ $ref: `${pointer}/requestBody/content/application~1json/schema` }));
}

/** Judges bodies of an operation's successful answers. */
export function judgeResponse(operationId: string): Judge {
	const { pointer } = operationOf(operationId);
	return judgeBy(ajv.compile({ $ref: `${pointer}/responses/2XX/content/application~1json/schema` }));
}

/** Judges queries, given as the texts that are sent. */
export function judgeQuery(operationId: string): Judge {
	const inQuery = operationOf(operationId).parameters.filter((parameter) => parameter.in === 'query');
	const validate = queryAjv.compile({
		type: 'object',
		additionalProperties: false,
		properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
	});
	return (query) => judgeBy(validate)({ ...(query as object) });
}
