/** What is answered, and how it goes out. */
import type { FastifyReply } from 'fastify';

export interface Answer {
	status: number;
	/** A text and bytes go out as they are, all else as JSON; undefined is no body. */
	body?: unknown;
	/** Beside the usual ones or instead of them; an empty one is left out. */
	headers?: Record<string, string>;
	/**
	 * The connection ends before the answer or within it, or nothing comes until the client goes
	 * away.
	 */
	cut?: 'before' | 'within' | 'silence';
}

/** Thrown by a handler: the sandbox answers `status` with `{ message }`. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

function bytesOf(body: unknown): Buffer {
	if (body instanceof Buffer) return body;
	if (typeof body === 'string') return Buffer.from(body);
	return Buffer.from(body === undefined ? '' : JSON.stringify(body));
}

/** Sends an answer. */
export async function send(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
	const { status, body, headers, cut } = answer;
	const { raw, request } = reply.hijack();
	if (raw.destroyed || cut === 'silence') return reply;
	if (cut === 'before') {
		raw.socket?.resetAndDestroy();
		return reply;
	}
	request.recorded.status = status;
	const bytes = bytesOf(body);
	const all = {
		date: new Date().toUTCString(),
		'content-type': bytes.length === 0 ? '' : 'application/json; charset=utf-8',
		'content-length': status === 204 ? '' : String(bytes.length),
		...headers,
	};
	raw.writeHead(
		status,
		Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
	);
	if (cut === 'within') raw.write(bytes.subarray(0, bytes.length / 2), () => raw.destroy());
	else raw.end(bytes);
	return reply;
}
