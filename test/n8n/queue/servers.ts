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
import { commandPath, HOST, startServer } from '../harness/serverProcess';

const run = promisify(execFile);
const MOST_PRINTED = 1024 ** 3;

export interface Redis {
	port: number;
	/** With all that it keeps. */
	folder: string;
	close(): Promise<void>;
}

export interface Postgres extends Redis {
	/** All that is in the database, as the text of its own dump. */
	dump(): Promise<string>;
	/** The rows that a query gives, each as a list of texts. */
	query(sql: string): Promise<string[][]>;
}

/** Debian has a folder for each version, none of which is in the PATH. */
const postgresCommand = (name: string): string =>
	commandPath(name, 'postgresql', globSync('/usr/lib/postgresql/*/bin').sort().reverse());

/**
 * PostgreSQL refuses to run as root: where we are root, it runs as the user that its Debian package
 * has made.
 */
async function otherThanRoot(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** A PostgreSQL with an empty database, `postgres`, of the user `n8n`. */
export async function startPostgres(): Promise<Postgres> {
	const user = await otherThanRoot();
	const folder = await mkdtemp(join(tmpdir(), 'postgres-audience-page-'));
	if (user !== undefined) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const flags = ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '--username=n8n'];
	await run(postgresCommand('initdb'), [`--pgdata=${data}`, ...flags], { cwd: folder, ...user });
	const port = await getPort({ host: HOST });
	// Nothing of it outlives the tests, so nothing has to reach the disk.
	const settings = [`listen_addresses=${HOST}`, `unix_socket_directories=${folder}`, 'fsync=off'];
	const server = await startServer({
		name: 'PostgreSQL',
		command: postgresCommand('postgres'),
		args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		folder,
		log: join(folder, 'server.log'),
		user,
		ping: async () =>
			await run(postgresCommand('pg_isready'), [`--host=${HOST}`, `--port=${port}`]),
	});
	const url = `postgres://n8n@${HOST}:${port}/postgres`;
	const print = async (command: string, ...args: string[]): Promise<string> =>
		(await run(postgresCommand(command), [url, ...args], { maxBuffer: MOST_PRINTED })).stdout;
	return {
		port,
		folder,
		close: async () => await endServer(server, folder),
		dump: async () => await print('pg_dump'),
		query: async (sql) => {
			const text = await print('psql', '--tuples-only', '--no-align', `--command=${sql}`);
			const lines = text.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.split('|'));
		},
	};
}

/** A Redis whose append-only file has each command, and keeps it. */
export async function startRedis(): Promise<Redis> {
	const folder = await mkdtemp(join(tmpdir(), 'redis-audience-page-'));
	const port = await getPort({ host: HOST });
	const keepAll = ['--appendonly', 'yes', '--auto-aof-rewrite-percentage', '0'];
	const server = await startServer({
		name: 'Redis',
		command: commandPath('redis-server', 'redis-server'),
		args: ['--port', String(port), '--bind', HOST, '--dir', folder, '--save', '', ...keepAll],
		folder,
		log: join(folder, 'server.log'),
		ping: async () => {
			const socket = connect(port, HOST);
			await once(socket, 'connect').finally(() => socket.destroy());
		},
	});
	return { port, folder, close: async () => await endServer(server, folder) };
}

/** Ends a server, whoever is connected, and removes its folder. */
async function endServer(
	server: { end: (signal: NodeJS.Signals) => Promise<void> },
	folder: string,
): Promise<void> {
	await server.end('SIGINT');
	await rm(folder, { recursive: true });
}
