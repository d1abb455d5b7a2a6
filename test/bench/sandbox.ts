/** The sandbox in a process of its own, as `npm run sandbox` starts it. */
import { join } from 'node:path';
import { HOST, startServer } from '../n8n/harness/serverProcess';
import type { SandboxState } from '../service/control';

const CLI = join(__dirname, '..', 'service', 'cli.ts');
const API_KEY = 'sandbox-key';

export interface SandboxProcess {
	url: string;
	apiKey: string;
	/** Counts of what it holds and of what it was asked. */
	state(): Promise<SandboxState>;
	close(): Promise<void>;
}

/**
 * Starts a sandbox and waits until it answers.
 *
 * @param folder where what it prints is kept
 * @param options of its command line, such as `['--persons', '20000']`
 * @throws Error with the end of what it printed, if it ends before
 */
export async function startSandboxProcess(
	folder: string,
	port: number,
	options: string[],
): Promise<SandboxProcess> {
	const url = `http://${HOST}:${port}`;
	const state = async () => {
		const response = await fetch(`${url}/sandbox/state`, { headers: { 'x-api-key': API_KEY } });
		if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a question for its state`);
		return (await response.json()) as SandboxState;
	};
	const sandbox = await startServer({
		name: 'The sandbox',
		command: process.execPath,
		args: [...process.execArgv, CLI, '--port', String(port), '--api-key', API_KEY, ...options],
		folder: process.cwd(),
		log: join(folder, 'sandbox.log'),
		ping: state,
	});
	return { url, apiKey: API_KEY, state, close: () => sandbox.end('SIGTERM') };
}
