/** What n8n's queue mode needs beside n8n: PostgreSQL and Redis, as they are installed on this machine. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { commandPath, HOST, startServer, type ServerProcess } from '../harness/serverProcess';

const run = promisify(execFile);
const MOST_PRINTED = 1024 ** 3;

/** Debian has a folder for each version, none of which is in the PATH. */
const command = (name: string): string =>
	commandPath([name], 'postgresql', globSync('/usr/lib/postgresql/*/bin').sort().reverse());

/** PostgreSQL refuses to run as root: where we are root, it runs as the user that its Debian package has made. */
async function otherThanRoot(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** A PostgreSQL with an empty database, `postgres`, of the user `n8n`. */
export class Postgres {
	private constructor(
		readonly port: number,
		private readonly folder: string,
		private readonly server: ServerProcess,
	) {}

	/** @throws Error with one line, if PostgreSQL is not installed */
	static async start(): Promise<Postgres> {
		const user = await otherThanRoot();
		const folder = await mkdtemp(join(tmpdir(), 'postgres-audience-page-'));
		if (user !== undefined) await chown(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		const flags = ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '--username=n8n'];
		await run(command('initdb'), [`--pgdata=${data}`, ...flags], { cwd: folder, ...user });
		const port = await getPort({ host: HOST });
		// Nothing of it outlives the tests, so nothing has to reach the disk.
		const settings = [`listen_addresses=${HOST}`, `unix_socket_directories=${folder}`, 'fsync=off'];
		const server = await startServer({
			name: 'PostgreSQL',
			command: command('postgres'),
			args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
			folder,
			log: join(folder, 'server.log'),
			user,
			ping: async () => await run(command('pg_isready'), [`--host=${HOST}`, `--port=${port}`]),
		});
		return new Postgres(port, folder, server);
	}

	get url(): string {
		return `postgres://n8n@${HOST}:${this.port}/postgres`;
	}

	/** All that is in the database, as the text of its own dump. */
	async dump(): Promise<string> {
		return (await run(command('pg_dump'), [this.url], { maxBuffer: MOST_PRINTED })).stdout;
	}

	async query(sql: string): Promise<string[][]> {
		const args = [this.url, '--tuples-only', '--no-align', `--command=${sql}`];
		const { stdout } = await run(command('psql'), args, { maxBuffer: MOST_PRINTED });
		return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('|')]));
	}

	/** Keeps everybody from writing to a table; they can read it. @returns what lets them go on */
	async holdWrites(table: string): Promise<() => Promise<void>> {
		const session = spawn(command('psql'), [this.url, '--quiet', '--tuples-only']);
		const held = once(session.stdout, 'data');
		session.stdin.write(`BEGIN; LOCK TABLE ${table} IN SHARE MODE; SELECT 'held';\n`);
		await held;
		return async () => {
			const ended = once(session, 'exit');
			session.stdin.end(); // which ends the transaction
			await ended;
		};
	}

	/** Ends it, whoever is connected, and removes its folder. */
	async close(): Promise<void> {
		await this.server.end('SIGINT');
		await rm(this.folder, { recursive: true });
	}
}

/** A Redis that keeps everything: each command is in its append-only file before it is answered, and stays there. */
export class Redis {
	private server?: ServerProcess;

	private constructor(
		readonly port: number,
		/** All that it keeps is in it. */
		readonly folder: string,
	) {}

	/** @throws Error with one line, if Redis is not installed */
	static async start(): Promise<Redis> {
		const folder = await mkdtemp(join(tmpdir(), 'redis-audience-page-'));
		const redis = new Redis(await getPort({ host: HOST }), folder);
		await redis.launch();
		return redis;
	}

	/** Kills it, and starts it again at the same port with what it has kept. */
	async restart(whileItIsDown: () => void): Promise<void> {
		await this.server!.end('SIGKILL');
		whileItIsDown();
		await this.launch();
	}

	/** Lets nobody write to it; they wait. @returns what lets them go on */
	async holdWrites(): Promise<() => Promise<void>> {
		await this.send('CLIENT PAUSE 600000 WRITE', '+OK');
		return async () => await this.send('CLIENT UNPAUSE', '+OK');
	}

	async close(): Promise<void> {
		await this.server!.end('SIGTERM');
		await rm(this.folder, { recursive: true });
	}

	private async launch(): Promise<void> {
		const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--auto-aof-rewrite-percentage', '0'];
		this.server = await startServer({
			name: 'Redis',
			command: commandPath(['redis-server'], 'redis-server'),
			args: ['--port', String(this.port), '--bind', HOST, '--dir', this.folder, '--save', '', ...kept],
			folder: this.folder,
			log: join(this.folder, 'server.log'),
			ping: async () => await this.send('PING', '+PONG'),
		});
	}

	/** @throws Error with its answer, if it is another one */
	private async send(line: string, expected: string): Promise<void> {
		const socket = connect(this.port, HOST);
		socket.write(`${line}\r\n`);
		const [answer] = (await once(socket, 'data').finally(() => socket.destroy())) as [Buffer];
		if (answer.toString() !== `${expected}\r\n`) throw new Error(answer.toString());
	}
}
