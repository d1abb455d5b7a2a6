/** The sandbox's record of what arrived, refused requests included. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from './answers';

export interface RecordedRequest {
	method: string;
	/** Without the query, as received: still encoded. */
	path: string;
	/** With the query, as received. */
	url: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[] | undefined>;
	rawBody: string;
	/** The parsed JSON; undefined if there is none. */
	body: unknown;
	/** What was answered; 0 until then. */
	status: number;
	/** Missing where no operation has the path and method. */
	operationId?: string;
}

declare module 'fastify' {
	interface FastifyRequest {
		recorded: RecordedRequest;
	}
}

/** Records the app's requests into the list that it returns, which grows. */
export function recordRequests(app: FastifyInstance): RecordedRequest[] {
	const requests: RecordedRequest[] = [];
	app.decorateRequest('recorded');
	app.addHook('onRequest', async (request) => {
		request.recorded = {
			method: request.method,
			path: request.originalUrl.split('?')[0]!,
			url: request.originalUrl,
			query: { ...(request.query as RecordedRequest['query']) },
			headers: request.headers,
			rawBody: '',
			body: undefined,
			status: 0,
		};
		requests.push(request.recorded);
	});
	app.addHook('onSend', async (request, reply) => {
		request.recorded.status = reply.statusCode;
	});

	// Parsed here rather than by Fastify, whose parser refuses the key __proto__ and keeps no raw text.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>(
		'*',
		{ parseAs: 'string' },
		async ({ recorded }: FastifyRequest, text: string) => {
			recorded.rawBody = text;
			if (!isJson(recorded.headers['content-type'])) {
				throw new ServiceError(415, 'Content-Type must be application/json');
			}
			recorded.body = parsed(text);
		},
	);
	return requests;
}

function isJson(contentType: RecordedRequest['headers'][string]): boolean {
	return contentType?.toString().split(';')[0]!.trim().toLowerCase() === 'application/json';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
