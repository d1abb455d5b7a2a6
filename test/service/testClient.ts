/** What the tests of the sandbox ask it with: plain HTTP, JSON in and out. */
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox';

export type { PageOf as ListBody } from './paging';

export interface TestClient extends Sandbox {
	/** Sends an object as JSON, a string as it is. */
	send(
		method: string,
		path: string,
		body?: object | string,
	): Promise<{ status: number; body: { message?: string } }>;
}

/** Starts a sandbox and a client for it; whoever starts it closes it. */
export async function startWithClient(options?: SandboxOptions): Promise<TestClient> {
	const sandbox = await startSandbox(options);
	const send: TestClient['send'] = async (method, path, body) => {
		const response = await fetch(sandbox.url + path, {
			method,
			headers: { 'x-api-key': sandbox.apiKey, ...(body && { 'content-type': 'application/json' }) },
			body: typeof body === 'object' ? JSON.stringify(body) : body,
		});
		return { status: response.status, body: (await response.json()) as { message?: string } };
	};
	// Not spread into a new object, which would not follow the sandbox's counts.
	return Object.assign(sandbox, { send });
}

/** Waits for what the sandbox does in its own time. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await wait(1);
}
