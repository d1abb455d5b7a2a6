/** Routing, key check and validation, all by openapi.yaml: from a request to an answer. */
import { OpenAPIBackend, type Context, type HandlerMap, type Options } from 'openapi-backend';
import type { ErrorObject } from 'ajv';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Answer, ServiceError } from './answers';
import { ajvThat, loadDocument, onceAProcess } from './document';
import { analyticsHandlers } from './handlers/analytics';
import type { Handler, PathParams, Query, Service } from './handlers/call';
import { contentHandlers } from './handlers/content';
import { pageHandlers } from './handlers/pages';
import { peopleHandlers } from './handlers/people';

interface ApiRequest {
	method: string;
	path: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed, or the text where it is not JSON. */
	body: unknown;
}
/** What a request asks for. */
interface AskedOperation {
	operationId: string;
	/** It answers with pages. */
	isList: boolean;
}
/** Whose request it is: openapi-backend passes this on to the handlers. */
interface Asked {
	service: Service;
	apiKey: string;
}
type ApiContext = Context<unknown, PathParams, Query, ApiRequest['headers']>;

const refuse = (status: number, message: string): Answer => ({ status, body: { message } });

/** The handler's answer, or its error as one. */
function answerOf(handler: Handler, { request }: ApiContext, service: Service): Answer {
	const { params, query, requestBody: body } = request;
	try {
		return handler({ params, query, body }, service);
	} catch (error) {
		// Not by its class: a test file has modules of its own, and the backend is one for all.
		const { status, message = '' } = error as Partial<ServiceError>;
		if (status === undefined) throw error;
		return refuse(status, message);
	}
}

/**
 * The answer itself, or a loud 500 if a success does not fit the document: the sandbox is then
 * wrong.
 */
function checked(context: ApiContext): Answer {
	const answer = context.response as Answer;
	// Typed as always there, missing where no operation matched.
	const operation = context.operation as ApiContext['operation'] | undefined;
	if (operation === undefined || answer.status >= 300) return answer;
	const { errors } = context.api.validateResponse(answer.body, operation, answer.status);
	if (!errors?.length) return answer;
	const message = `THE SANDBOX IS WRONG: its answer to ${operation.operationId} does not fit openapi.yaml`;
	return refuse(500, `${message}: ${JSON.stringify(errors)}`);
}

/** Every operation of the document by its operationId. */
const handlers = { ...peopleHandlers, ...pageHandlers, ...analyticsHandlers, ...contentHandlers };

const operations: HandlerMap = {};
for (const [operationId, handler] of Object.entries(handlers)) {
	operations[operationId] = (context: ApiContext, { service }: Asked) =>
		answerOf(handler, context, service);
}

/** What the document finds wrong with a request: where, and what. */
const wordsOf = (errors: ErrorObject[]): string =>
	errors
		.map(
			({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
		)
		.join('; ');

/** One for all operations. */
const exact = ajvThat();
const coercing = ajvThat({ coerceTypes: true });

const options = (): Options => ({
	definition: loadDocument(),
	// Without quick, openapi-backend holds a 3.1 document against the schema of 3.0 and refuses it.
	quick: true,
	ignoreTrailingSlashes: false,
	coerceTypes: true,
	customizeAjv: (_ajv, ajvOptions) => (ajvOptions.coerceTypes === true ? coercing : exact),
	securityHandlers: {
		apiKey: ({ request }: ApiContext, { apiKey, service }: Asked) =>
			[apiKey, ...service.settings.otherApiKeys].includes(String(request.headers['x-api-key'])),
	},
	handlers: {
		...operations,
		notFound: () => refuse(404, 'No such path'),
		methodNotAllowed: () => refuse(405, 'No such method on this path'),
		unauthorizedHandler: () => refuse(401, 'x-api-key is missing or wrong'),
		validationFail: ({ validation }: ApiContext) =>
			refuse(400, wordsOf(validation.errors as ErrorObject[])),
		postResponseHandler: checked,
	},
});
/**
 * One for all sandboxes of a process: reading and compiling the document takes longer than most
 * tests.
 */
const backend = onceAProcess('backend', async () => {
	const initialised = await new OpenAPIBackend(options()).init();
	const { router } = initialised;
	// It makes them anew several times a request; the document does not change.
	const all = router.getOperations();
	router.getOperations = () => all;
	return initialised;
});

/** Answers a request from the service's state; `apiKey` is the key that it has to carry. */
export async function answerRequest(request: ApiRequest, asked: Asked): Promise<Answer> {
	return (await backend).handleRequest(request as never, asked) as Promise<Answer>;
}

/** The operation that has the request's path and method, if there is one. */
export async function operationFor(request: ApiRequest): Promise<AskedOperation | undefined> {
	const operation = (await backend).matchOperation(request as never);
	if (operation?.operationId === undefined) return undefined;
	const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
	const isList = parameters.some(({ name }) => name === 'limit');
	return { operationId: operation.operationId, isList };
}
