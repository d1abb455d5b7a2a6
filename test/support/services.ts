import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SandboxOptions } from '../service/sandbox';
import { startWebServer, type Answer } from './webServer';
import type { Service } from './workflow';

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

export type { Answer };

interface ScriptedService extends Service {
	/** The requests that came, as "METHOD /path?query". */
	readonly requests: string[];
}

/**
 * A service that answers what a test wants, and the sandbox never would; the last answer is
 * repeated.
 */
export async function withAnswers<Result>(
	answers: Answer[],
	test: (service: ScriptedService) => Promise<Result>,
): Promise<Result> {
	const left = [...answers];
	const server = await startWebServer(() => (left.length > 1 ? left.shift() : left[0]) ?? {});
	const service: ScriptedService = {
		url: server.url,
		apiKey: 'key-of-a-test',
		get requests() {
			return server.requests.map(({ method, path }) => `${method} ${path}`);
		},
	};
	try {
		return await test(service);
	} finally {
		await server.close();
	}
}

/** Waits for what a sandbox does in its own time. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await wait(1);
}
