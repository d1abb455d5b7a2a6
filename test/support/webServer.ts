/** Servers on loopback that are not the service: web pages, strangers, redirects. */
import Fastify from 'fastify';

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: string;
}

export interface WebServer {
	url: string;
	/** Each request so far; the path with its query, the body parsed if it is JSON. */
	requests: Array<{ method: string; path: string; headers: Record<string, unknown>; body: unknown }>;
	close(): Promise<void>;
}

/** Starts a server on a free port that gives the answer of `answer` to every request. */
export async function startWebServer(answer: (path: string) => Answer): Promise<WebServer> {
	const app = Fastify({ forceCloseConnections: true });
	const requests: WebServer['requests'] = [];
	app.all('*', async ({ method, url: path, headers, body: sent }, reply) => {
		requests.push({ method, path, headers, body: sent });
		const { status, headers: answerHeaders = {}, body = '' } = answer(path);
		return reply.code(status).headers(answerHeaders).send(body);
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url, requests, close: () => app.close() };
}
