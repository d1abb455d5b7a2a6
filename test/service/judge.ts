/** Judges requests by openapi.yaml alone: neither the sandbox nor the node has a say in it. */
import type { ValidateFunction } from 'ajv/dist/2020';
import type { OpenAPIV3_1 } from 'openapi-types';
import { ajvThat, loadDocument } from './document';

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
const ajv = ajvThat().addSchema(document, 'openapi');

function parameterOf(
	parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject,
): OpenAPIV3_1.ParameterObject {
	if (!('$ref' in parameter)) return parameter;
	const name = parameter.$ref.split('/').at(-1)!;
	return parameterOf(document.components!.parameters![name]!);
}

/** All operations of the document. */
export const operations: Operation[] = Object.entries(document.paths!).flatMap(
	([path, item = {}]) =>
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

/** A schema of an operation's parameters in the path or in the query. */
function parametersSchema(operationId: string, place: 'path' | 'query') {
	const parameters = operationOf(operationId).parameters.filter(
		(parameter) => parameter.in === place,
	);
	return {
		type: 'object',
		additionalProperties: false,
		required: parameters.filter(({ required }) => required).map(({ name }) => name),
		properties: Object.fromEntries(
			parameters.map(({ name, schema = {} }) => [name, fromDocument(schema)]),
		),
	};
}

/** A schema as it can stand outside the document. */
const fromDocument = (schema: OpenAPIV3_1.ReferenceObject | OpenAPIV3_1.SchemaObject) =>
	'$ref' in schema ? { $ref: `openapi${schema.$ref}` } : schema;

/** What a request says; its method and its path's fixed parts are its operation's. */
interface RequestValues {
	/** By the names of the path's parameters. */
	path: Record<string, unknown>;
	query: Record<string, unknown>;
	/** Left out for a request without a body. */
	body?: unknown;
}

/** Where each wrong part of a request stands: keys from `path`, `query` or `body` down. */
type RequestJudge = (request: RequestValues) => string[][];

/** A part that is missing, or of a name that does not exist, is named like one that is wrong. */
const wrongParts = ({ errors }: ValidateFunction): string[][] =>
	(errors ?? []).map(({ instancePath, params }) => {
		const keys = instancePath
			.split('/')
			.slice(1)
			.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
		const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<
			string,
			string
		>;
		const named = missingProperty ?? additionalProperty ?? unevaluatedProperty;
		return named === undefined ? keys : [...keys, named];
	});

/** Judges requests of an operation as a whole, before anything of them is encoded. */
export function judgeRequest(operationId: string): RequestJudge {
	const { pointer, requestBody } = operationOf(operationId);
	const body = requestBody && { $ref: `${pointer}/requestBody/content/application~1json/schema` };
	const [path, query] = (['path', 'query'] as const).map((place) =>
		parametersSchema(operationId, place),
	);
	const validate = ajv.compile({
		type: 'object',
		additionalProperties: false,
		required: body ? ['path', 'query', 'body'] : ['path', 'query'],
		properties: { path, query, ...(body && { body }) },
	});
	return (request) => {
		validate(request);
		return wrongParts(validate);
	};
}

/** Judges bodies of requests of an operation, likewise. */
export function judgeBody(operationId: string): (body: unknown) => string[][] {
	const judge = judgeRequest(operationId);
	return (body) => judge({ path: {}, query: {}, body }).filter(([part]) => part === 'body');
}
