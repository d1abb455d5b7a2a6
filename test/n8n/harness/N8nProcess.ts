import { readFile } from 'node:fs/promises';
import { startN8n, type EndSignal, type N8nServer, type N8nServerOptions } from './server';

/** An n8n that can be ended and started again. */
export class N8nProcess {
	private constructor(
		private server: N8nServer,
		private readonly options: N8nServerOptions,
	) {}

	/** Takes some 5 seconds. Whoever starts it closes it. */
	static async start(options: N8nServerOptions): Promise<N8nProcess> {
		return new N8nProcess(await startN8n(options), options);
	}

	/** All that it keeps beside its database is in it. */
	get userFolder(): string {
		return this.options.userFolder;
	}

	/** Address of the editor. */
	get url(): string {
		return this.server.url;
	}

	/** Of n8n's main process. */
	get pid(): number {
		return this.server.pid;
	}

	/** All that it has printed, before restarts too. */
	async log(): Promise<string> {
		return await readFile(this.server.log, 'utf8');
	}

	/** Ends it, and starts it again at the same address with all that it has kept. */
	async restart(signal: EndSignal, whileItIsDown: () => void | Promise<void>): Promise<void> {
		await this.server.close(signal);
		await whileItIsDown();
		const port = Number(new URL(this.url).port);
		this.server = await startN8n({ ...this.options, port });
	}

	/** Ends it; what it has kept stays. */
	async close(signal?: EndSignal): Promise<void> {
		await this.server.close(signal);
	}
}
