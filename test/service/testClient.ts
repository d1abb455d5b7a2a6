/** What the tests of the sandbox ask it with: plain HTTP, JSON in and out. */
import { setTimeout as wait } from 'node:timers/promises';
import { firstIds } from '../support/records';
import { operationOf } from './judge';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox';

export interface Reply<T> {
	status: number;
	body: T;
}
export interface ListBody<T> {
	hasMore: boolean;
	items: T[];
	nextCursor: string | null;
	totalCount: number | null;
}

export interface TestClient extends Sandbox {
	/** Sends an object as JSON, a string as it is. */
	send<T = { message: string }>(
		method: string,
		path: string,
		body?: object | string,
		headers?: Record<string, string>,
	): Promise<Reply<T>>;
	/** An operation by its id, with the values of its path in their order, then a query or a body. */
	call<T = { message: string }>(operationId: string, ids: string[], input?: object): Promise<Reply<T>>;
}

/** Starts a sandbox and a client for it; whoever starts it closes it. */
export async function startWithClient(options?: SandboxOptions): Promise<TestClient> {
	const sandbox = await startSandbox(options);
	const send: TestClient['send'] = async <T>(
		method: string,
		path: string,
		body?: object | string,
		headers: Record<string, string> = {},
	) => {
		const response = await fetch(sandbox.url + path, {
			method,
			headers: {
				'x-api-key': sandbox.apiKey,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: typeof body === 'object' ? JSON.stringify(body) : body,
		});
		return { status: response.status, body: (await response.json()) as T };
	};
	const call: TestClient['call'] = (operationId, ids, input) => {
		const { method, path, requestBody } = operationOf(operationId);
		const left = [...ids];
		const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift()!));
		if (requestBody !== undefined) return send(method, filled, input ?? {});
		const query = new URLSearchParams(input as Record<string, string>).toString();
		return send(method, query === '' ? filled : `${filled}?${query}`);
	};
	// Not spread into a new object, which would not follow the sandbox's counts.
	return Object.assign(sandbox, { send, call });
}

/** Ids of seeded records, one for each parameter of the path. */
export function knownIds({ store }: Sandbox, path: string): string[] {
	const ids: Record<string, string> = firstIds(store);
	const fieldOf = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ids[fieldOf(name!)]!);
}

/** Waits for what the sandbox does in its own time. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await wait(1);
}
