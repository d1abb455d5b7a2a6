import { sleep, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

/** The largest response, in bytes, after decompression: 64 MB. */
export const MAX_RESPONSE_SIZE = 64 * 1024 * 1024;
type ResponseStream = AsyncIterable<Uint8Array> & { destroy(): void };

const isStream = (body: unknown): body is ResponseStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const receiveError = (code: string): Error => Object.assign(new Error(code), { code });

/** JSON, or text. Throws with the code EMSGSIZE if it is too large. */
async function contentOf(stream: ResponseStream): Promise<IN8nHttpFullResponse['body']> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		if (size > MAX_RESPONSE_SIZE) throw receiveError('EMSGSIZE');
		chunks.push(chunk);
	}
	const text = new TextDecoder().decode(Buffer.concat(chunks));
	try {
		return JSON.parse(text) as IN8nHttpFullResponse['body'];
	} catch {
		return text as unknown as IN8nHttpFullResponse['body'];
	}
}

/** Milliseconds. */
const TICK = 100;
/** The one timer of all requests: one for each takes a twentieth of the request's time. */
let tick: Promise<void> | undefined;

/**
 * Sends a request and receives the whole response. n8n's own timeout does not end one that keeps
 * arriving, and n8n takes no signal to abort one: so it is read here, and its connection closed if
 * it is too large or takes longer than `timeout`, in milliseconds from sending to the last byte: up
 * to a tick more, and while n8n stands still, time does not count. Throws an Error with the code
 * ETIMEDOUT or EMSGSIZE, or as `send` does.
 */
export async function receive(
	send: (
		options: Pick<IHttpRequestOptions, 'encoding' | 'timeout'>,
	) => Promise<IN8nHttpFullResponse>,
	timeout: number,
): Promise<IN8nHttpFullResponse> {
	let hasEnded = false;
	let stream: ResponseStream | undefined;
	const received = async (): Promise<IN8nHttpFullResponse> => {
		const response = await send({ encoding: 'stream', timeout });
		if (!isStream(response.body)) return response;
		stream = response.body;
		if (hasEnded) stream.destroy();
		return { ...response, body: await contentOf(stream) };
	};
	const timeUp = async (): Promise<void> => {
		for (let ticks = 0; ticks * TICK <= timeout && !hasEnded; ticks++)
			await (tick ??= sleep(TICK).then(() => (tick = undefined)));
	};
	try {
		const response = await Promise.race([received(), timeUp()]);
		if (!response) throw receiveError('ETIMEDOUT');
		return response;
	} finally {
		hasEnded = true;
		stream?.destroy();
		// Until the next tick, `timeUp` keeps what this function has.
		stream = undefined;
	}
}
