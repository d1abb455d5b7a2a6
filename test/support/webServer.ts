/** Servers on loopback that are not the service: web pages, strangers, redirects. */
import Fastify from 'fastify';

export interface Answer {
	/** 200 if not given. */
	status?: number;
	headers?: Record<string, string>;
	/** A text goes out as it is, anything else as JSON. */
	body?: unknown;
}

export interface WebServer {
	url: string;
	/**
	 * Each request so far; the path with its query, the body as it came, and parsed if it is JSON.
	 */
	requests: Array<{
		method: string;
		path: string;
		headers: Record<string, unknown>;
		rawBody: string;
		body: unknown;
	}>;
	close(): Promise<void>;
}

/** A megabyte, each byte of it escaped. */
const MOST_BYTES = 2 ** 24;

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text === '' ? undefined : text;
	}
}

/** Starts a server on a free port that gives the answer of `answer` to every request. */
export async function startWebServer(answer: (path: string) => Answer): Promise<WebServer> {
	const app = Fastify({
		forceCloseConnections: true,
		bodyLimit: MOST_BYTES,
		http: { maxHeaderSize: MOST_BYTES },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_request: unknown, text: string) => text,
	);
	const requests: WebServer['requests'] = [];
	app.all('*', async ({ method, url: path, headers, body }, reply) => {
		const rawBody = (body ?? '') as string;
		requests.push({ method, path, headers, rawBody, body: parsed(rawBody) });
		const { status = 200, headers: answerHeaders, body: answerBody = '' } = answer(path);
		const [type, text] =
			typeof answerBody === 'string'
				? ['text/html', answerBody]
				: ['application/json', JSON.stringify(answerBody)];
		return reply
			.code(status)
			.headers({ 'content-type': type, ...answerHeaders })
			.send(text);
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url, requests, close: () => app.close() };
}
