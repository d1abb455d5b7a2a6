/**
 * The sandbox in a process of its own, so that it and what is measured don't wait for each other.
 */
import { join } from 'node:path';
import { HOST, startServer, type ServerProcess } from '../n8n/harness/serverProcess';
import type { SandboxState } from '../service/sandbox';

const CLI = join(__dirname, '..', 'service', 'cli.ts');

export class SandboxProcess {
	readonly apiKey = 'sandbox-key';
	readonly url: string;
	private server?: ServerProcess;

	/**
	 * @param options of its command line, such as `['--persons', '20000']`; what it prints goes into
	 * `folder`
	 */
	constructor(
		private readonly port: number,
		private readonly folder: string,
		private readonly options: string[],
	) {
		this.url = `http://${HOST}:${port}`;
	}

	/** Waits until it listens, with what it begins with; ends the one before. */
	async start(): Promise<void> {
		await this.close();
		const args = ['--port', String(this.port), '--api-key', this.apiKey, ...this.options];
		this.server = await startServer({
			name: 'The sandbox',
			command: process.execPath,
			args: [...process.execArgv, CLI, ...args],
			folder: process.cwd(),
			log: join(this.folder, 'sandbox.log'),
			ping: () => this.state(),
		});
	}

	async call<T>(path: string, body?: object): Promise<T> {
		const headers = {
			'x-api-key': this.apiKey,
			connection: 'close',
			'content-type': 'application/json',
		};
		const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
		const response = await fetch(this.url + path, { ...request, headers });
		if (!response.ok)
			throw new Error(`The sandbox answered ${response.status} to a request for ${path}`);
		return (await response.json()) as T;
	}

	async state(): Promise<SandboxState> {
		return await this.call('/sandbox/state');
	}

	async close(): Promise<void> {
		await this.server?.end('SIGTERM');
		this.server = undefined;
	}
}
