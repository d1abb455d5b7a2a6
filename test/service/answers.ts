/** What is answered, and how it goes out. */
import type { FastifyReply } from 'fastify';

export interface Answer {
	status: number;
	/** A text, bytes or pieces of bytes go out as they are, all else as JSON; undefined is no body. */
	body?: unknown;
	/** Beside the usual ones or instead of them; an empty one is left out. */
	headers?: Record<string, string>;
	/** The connection ends before the answer or within it, or nothing comes until the client goes away. */
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

/** The record, or a 404 that names what was looked for. */
export function found<T>(record: T | undefined, kind: string, id: string): T {
	if (record === undefined) throw new ServiceError(404, `${kind} ${id} not found`);
	return record;
}

function bytesOf(body: unknown): Buffer {
	if (body instanceof Buffer) return body;
	return Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}

const isPieces = (body: unknown): body is AsyncIterable<Buffer> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Sends an answer, in the time `now` of the service. */
export async function send(reply: FastifyReply, answer: Answer, now: number): Promise<FastifyReply> {
	const { status, body, headers, cut } = answer;
	const { raw, request } = reply.hijack();
	if (raw.destroyed || cut === 'silence') return reply;
	if (cut === 'before') {
		raw.socket?.resetAndDestroy();
		return reply;
	}
	request.recorded.status = status;
	const bytes = isPieces(body) ? undefined : bytesOf(body);
	const all = {
		date: new Date(now).toUTCString(),
		'content-type': bytes?.length === 0 ? '' : 'application/json; charset=utf-8',
		'content-length': bytes === undefined || status === 204 ? '' : String(bytes.length),
		...headers,
	};
	raw.writeHead(status, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
	if (cut === 'within') {
		raw.write(bytes?.subarray(0, bytes.length / 2) ?? '', () => raw.destroy());
	} else if (bytes) {
		raw.end(bytes);
	} else {
		// The client may go away meanwhile.
		for await (const piece of body as AsyncIterable<Buffer>) if (raw.writable) raw.write(piece);
		raw.end();
	}
	return reply;
}
