/** The sandbox in a process of its own, as `npm run sandbox` starts it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SandboxState } from '../service/control';
import { endChild } from './child';

const CLI = join(__dirname, '..', 'service', 'cli.ts');
const API_KEY = 'sandbox-key';

export interface SandboxProcess {
	url: string;
	apiKey: string;
	/**
	 * Sends a request and gives the JSON of the answer.
	 *
	 * @throws Error if it is not answered with success
	 */
	call<T>(path: string, request?: { method: string; body: string }): Promise<T>;
	/** Counts of what it holds and of what it was asked. */
	state(): Promise<SandboxState>;
	/** Makes it hold what it began with, at the same address. */
	restart(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Starts a sandbox and waits until it listens.
 *
 * @param options of its command line, such as `['--persons', '20000']`
 * @throws Error if it ends before it listens; what was wrong it has printed
 */
export async function startSandboxProcess(port: number, options: string[]): Promise<SandboxProcess> {
	const start = async () => await spawnSandbox(['--port', String(port), '--api-key', API_KEY, ...options]);
	const { url, child } = await start();
	let running = child;

	const call = async <T>(path: string, request?: { method: string; body: string }): Promise<T> => {
		// On a connection of its own: one that was idle while this process was busy may be closed.
		const headers = { 'x-api-key': API_KEY, connection: 'close', 'content-type': 'application/json' };
		const response = await fetch(url + path, { ...request, headers });
		if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a request for ${path}`);
		return (await response.json()) as T;
	};
	return {
		url,
		apiKey: API_KEY,
		call,
		state: async () => await call('/sandbox/state'),
		restart: async () => {
			await endChild(running);
			running = (await start()).child;
		},
		close: async () => await endChild(running),
	};
}

async function spawnSandbox(args: string[]): Promise<{ url: string; child: ChildProcess }> {
	const child = spawn(process.execPath, [...process.execArgv, CLI, ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [address = ''] = (await Promise.race([
		once(createInterface(child.stdout), 'line'),
		once(child, 'exit').then(() => []),
	])) as string[];
	const url = /^Address: (\S+)$/.exec(address)?.[1];
	if (url === undefined) throw new Error('The sandbox did not start');
	return { url, child };
}
