/** How faults go out. */
import type { FastifyReply } from 'fastify';
import type { Answer } from '../answers';
import { cursorAt } from '../paging';
import type { RecordedRequest } from '../recording';
import type { AppliedFault, UnappliedFault } from './kinds';
import type { Faults } from './settings';

export interface Scene {
	request: RecordedRequest;
	reply: FastifyReply;
	faults: Faults;
	/** Epoch milliseconds. */
	now: number;
	/** When the rate limit has room again. */
	retryAfterMs: number;
}
type Sent = FastifyReply | Promise<FastifyReply>;

const PAGE =
	'<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body>One moment …</body></html>\n';

/** Send a fault in place of carrying the request out. */
export const sendInstead: Record<UnappliedFault, (scene: Scene) => Sent> = {
	internalError: (scene) => fail(scene, 500),
	badGateway: (scene) => fail(scene, 502),
	unavailable: (scene) => fail(scene, 503),
	gatewayTimeout: (scene) => fail(scene, 504),
	unprocessable: (scene) => fail(scene, 422),
	tooManyRequests: (scene) => {
		const comeBack = retryAfter(scene);
		if (comeBack !== undefined) scene.reply.header('retry-after', comeBack);
		// By the clock by which it says when to come back.
		scene.reply.header('date', new Date(scene.now).toUTCString());
		return fail(scene, 429);
	},
	redirect: ({ request, reply, faults: { redirectTo } }) => {
		if (redirectTo === undefined) throw new Error('settings.faults.redirectTo is not set');
		return reply
			.code(307)
			.header('location', redirectTo + request.url)
			.send();
	},
	resetBefore: ({ reply }) => reset(reply),
	/** No answer until the client goes away. */
	silence: ({ reply }) => reply.hijack(),
};

/** Send a fault, or an answer spoilt by it, after the request was carried out. */
export const sendAfter: Record<AppliedFault, (scene: Scene, answer: Answer) => Sent> = {
	unavailableAfter: (scene) => fail(scene, 503),
	resetAfter: ({ reply }) => reset(reply),
	/** Half of the answer's body, then the connection ends. */
	cutShort: ({ request, reply }, { status, body }) => {
		const bytes = Buffer.from(JSON.stringify(body));
		request.status = status;
		reply.hijack();
		reply.raw.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
		reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.destroy());
		return reply;
	},
	html: ({ reply }) => reply.code(200).type('text/html; charset=utf-8').send(PAGE),
	silenceAfter: ({ reply }) => reply.hijack(),
	/** There is more, at the cursor that was asked for; without one, at a cursor of the beginning. */
	repeatCursor: ({ request, reply }, answer) =>
		sendPage(reply, answer, { hasMore: true, nextCursor: request.query.cursor ?? cursorAt(0) }),
	noCursor: ({ reply }, answer) => sendPage(reply, answer, { hasMore: true, nextCursor: null }),
};

const fail = ({ reply, faults: { errorBody } }: Scene, status: number): Sent =>
	reply.code(status).send(errorBody);

function reset(reply: FastifyReply): Sent {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
	return reply;
}

function sendPage(reply: FastifyReply, { status, body }: Answer, changes: object): Sent {
	// A list that was refused stays refused.
	return reply.code(status).send(status < 300 ? { ...(body as object), ...changes } : body);
}

function retryAfter({ faults: { rateLimit }, now, retryAfterMs }: Scene): string | undefined {
	switch (rateLimit?.retryAfter ?? 'seconds') {
		case 'seconds':
			return String(Math.ceil(retryAfterMs / 1000));
		case 'date':
			// A date has whole seconds.
			return new Date(Math.ceil((now + retryAfterMs) / 1000) * 1000).toUTCString();
		case 'none':
			return undefined;
	}
}
