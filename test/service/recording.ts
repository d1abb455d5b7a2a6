/** The sandbox's record of what arrived, refused requests included. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from './answers';
import type { FaultKind } from './faults';

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
	/** What was answered; 0 until then, and where there was no answer. */
	status: number;
	/** Missing where no operation has the path and method. */
	operationId?: string;
	/** What hit it. */
	fault?: FaultKind;
	/** It was carried out, whatever the client heard: a write is in the store. */
	applied: boolean;
	/**
	 * When its answer or its connection has ended, in milliseconds of `performance.now()`; undefined
	 * until then.
	 */
	endedAt?: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		recorded: RecordedRequest;
	}
}

/** Records the requests to the app's routes. */
export function recordRequests(app: FastifyInstance, requests: RecordedRequest[]): void {
	app.decorateRequest('recorded');
	app.addHook('onRequest', async (request, reply) => {
		const recorded: RecordedRequest = {
			method: request.method,
			path: request.originalUrl.split('?')[0]!,
			url: request.originalUrl,
			query: { ...(request.query as RecordedRequest['query']) },
			headers: request.headers,
			rawBody: '',
			body: undefined,
			status: 0,
			applied: false,
		};
		request.recorded = recorded;
		requests.push(recorded);
		// After the whole answer, or when the connection is gone.
		reply.raw.once('close', () => (recorded.endedAt = performance.now()));
	});
	app.addHook('onSend', async (request, reply) => {
		request.recorded.status = reply.statusCode;
	});

	// Parsed here rather than by Fastify, whose parser refuses the key __proto__ and keeps no raw
	// text.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>(
		'*',
		{ parseAs: 'string' },
		async ({ recorded }: FastifyRequest, text: string) => {
			recorded.rawBody = text;
			if (!/^application\/json\s*(;|$)/i.test(String(recorded.headers['content-type']))) {
				throw new ServiceError(415, 'Content-Type must be application/json');
			}
			recorded.body = parsed(text);
		},
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
