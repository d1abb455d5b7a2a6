/**
 * What n8n's queue mode needs beside n8n: PostgreSQL and Redis, as they are installed on this
 * machine.
 */
import { execFile } from 'node:child_process';
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

/**
 * PostgreSQL refuses to run as root: where we are root, it runs as the user that its Debian package
 * has made.
 */
async function otherThanRoot(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** A server with all that it keeps in a folder of its own. */
class KeptServer {
	constructor(
		readonly port: number,
		readonly folder: string,
		private readonly server: ServerProcess,
	) {}

	/** Ends it, whoever is connected, and removes its folder. */
	async close(): Promise<void> {
		await this.server.end('SIGINT');
		await rm(this.folder, { recursive: true });
	}
}

/** A PostgreSQL with an empty database, `postgres`, of the user `n8n`. */
export class Postgres extends KeptServer {
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
}

/**
 * A Redis whose append-only file has each command, and keeps it. @throws Error with one line, if it
 * is not installed
 */
export async function startRedis(): Promise<KeptServer> {
	const folder = await mkdtemp(join(tmpdir(), 'redis-audience-page-'));
	const port = await getPort({ host: HOST });
	const kept = ['--appendonly', 'yes', '--auto-aof-rewrite-percentage', '0'];
	const server = await startServer({
		name: 'Redis',
		command: commandPath(['redis-server'], 'redis-server'),
		args: ['--port', String(port), '--bind', HOST, '--dir', folder, '--save', '', ...kept],
		folder,
		log: join(folder, 'server.log'),
		ping: async () => {
			const socket = connect(port, HOST);
			await once(socket, 'connect').finally(() => socket.destroy());
		},
	});
	return new KeptServer(port, folder, server);
}
