import Fastify from 'fastify';

import { startSandbox, type Sandbox, type SandboxOptions } from '../service/sandbox';

/** A sandbox for the tests of a file, its record of requests emptied before each. */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => {
		sandbox.requests.length = 0;
	});
	afterAll(async () => await sandbox.close());
	return () => sandbox;
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	/** A text goes out as it is, anything else as JSON. */
	body?: unknown;
}

export interface ScriptedService {
	url: string;
	apiKey: string;
	/** The requests that came, as "METHOD /path?query". */
	requests: string[];
	/** Their headers. */
	headers: Array<Record<string, unknown>>;
}

/**
 * A service that answers what a test wants, for answers that the sandbox would never give. The
 * last answer is repeated.
 */
export async function withAnswers<Result>(
	answers: Answer[],
	test: (service: ScriptedService) => Promise<Result>,
): Promise<Result> {
	const server = Fastify();
	const service: ScriptedService = { url: '', apiKey: 'key-of-a-test', requests: [], headers: [] };

	server.all('/*', async ({ method, url, headers }, reply) => {
		const {
			status = 200,
			headers: answered = {},
			body = '',
		} = answers[Math.min(service.requests.length, answers.length - 1)] ?? {};
		service.requests.push(`${method} ${url}`);
		service.headers.push(headers);

		const isText = typeof body === 'string';
		const type = isText ? 'text/html' : 'application/json';
		await reply
			.code(status)
			.headers({ 'content-type': type, ...answered })
			.send(isText ? body : JSON.stringify(body));
	});
	service.url = await server.listen({ host: '127.0.0.1', port: 0 });
	try {
		return await test(service);
	} finally {
		await server.close();
	}
}
