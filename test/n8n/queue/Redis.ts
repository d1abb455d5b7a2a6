import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { commandPath } from '../harness/commandPath';
import { HOST, startServer, type ServerProcess } from '../harness/serverProcess';

/** A Redis that keeps everything: each command is in its append-only file before it is answered. */
export class Redis {
	private constructor(
		readonly port: number,
		/** All that it keeps is in it. */
		readonly folder: string,
		private server: ServerProcess,
	) {}

	/** @throws Error with one line, if Redis is not installed */
	static async start(): Promise<Redis> {
		const folder = await mkdtemp(join(tmpdir(), 'redis-audience-page-'));
		try {
			const port = await getPort({ host: HOST });
			return new Redis(port, folder, await start(port, folder));
		} catch (error) {
			await rm(folder, { recursive: true });
			throw error;
		}
	}

	/** Kills it, and starts it again at the same port with what it has kept. */
	async restart(whileItIsDown: () => void): Promise<void> {
		await this.server.end('SIGKILL');
		whileItIsDown();
		this.server = await start(this.port, this.folder);
	}

	/**
	 * Lets nobody write to it; they wait.
	 *
	 * @returns what lets them go on
	 */
	async holdWrites(): Promise<() => Promise<void>> {
		await send(this.port, 'CLIENT PAUSE 600000 WRITE', '+OK');
		return async () => await send(this.port, 'CLIENT UNPAUSE', '+OK');
	}

	/** Ends it and removes its folder. */
	async close(): Promise<void> {
		try {
			await this.server.end('SIGTERM');
		} finally {
			await rm(this.folder, { recursive: true });
		}
	}
}

async function start(port: number, folder: string): Promise<ServerProcess> {
	const settings = {
		port: String(port),
		bind: HOST,
		dir: folder,
		save: '',
		appendonly: 'yes',
		appendfsync: 'always',
		'auto-aof-rewrite-percentage': '0', // what was ever in it can be searched for
	};
	return await startServer({
		name: 'Redis',
		command: commandPath(['redis-server'], 'redis-server'),
		args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
		folder,
		log: join(folder, 'server.log'),
		ping: async () => await send(port, 'PING', '+PONG'),
	});
}

/** @throws Error with its answer, if it is another one */
async function send(port: number, line: string, expected: string): Promise<void> {
	const socket = connect(port, HOST);
	socket.write(`${line}\r\n`);
	const [answer] = (await once(socket, 'data').finally(() => socket.destroy())) as [Buffer];
	if (answer.toString() !== `${expected}\r\n`) throw new Error(answer.toString());
}
