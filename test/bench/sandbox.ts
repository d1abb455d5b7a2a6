/** The sandbox in a process of its own, as `npm run sandbox` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SandboxState } from '../service/control';
import { endChild } from './child';

const CLI = join(__dirname, '..', 'service', 'cli.ts');
export const API_KEY = 'sandbox-key';

export interface SandboxProcess {
	url: string;
	apiKey: string;
	/** Counts of what it holds and of what it was asked. */
	state(): Promise<SandboxState>;
	close(): Promise<void>;
}

/**
 * Starts a sandbox and waits until it listens.
 *
 * @param options of its command line, such as `['--persons', '20000']`
 * @throws Error if it ends before it listens; what was wrong it has printed
 */
export async function startSandboxProcess(port: number, options: string[]): Promise<SandboxProcess> {
	const args = [...process.execArgv, CLI, '--port', String(port), '--api-key', API_KEY, ...options];
	const sandbox = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [address = ''] = (await Promise.race([
		once(createInterface(sandbox.stdout), 'line'),
		once(sandbox, 'exit').then(() => []),
	])) as string[];
	const url = /^Address: (\S+)$/.exec(address)?.[1];
	if (url === undefined) throw new Error('The sandbox did not start');

	const state = async () => {
		const response = await fetch(`${url}/sandbox/state`, { headers: { 'x-api-key': API_KEY } });
		if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a question for its state`);
		return (await response.json()) as SandboxState;
	};
	return { url, apiKey: API_KEY, state, close: () => endChild(sandbox) };
}
