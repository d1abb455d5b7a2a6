import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { commandPath } from '../harness/commandPath';
import { HOST, startServer, type ServerProcess, type User } from '../harness/serverProcess';

const runCommand = promisify(execFile);

const USER = 'n8n';
/** There is one from the beginning. */
const DATABASE = 'postgres';
const MOST_PRINTED = 1024 ** 3;

/** A PostgreSQL with an empty database. */
export class Postgres {
	private constructor(
		readonly port: number,
		private readonly folder: string,
		private readonly server: ServerProcess,
	) {}

	readonly user = USER;
	readonly database = DATABASE;

	/** @throws Error with one line, if PostgreSQL is not installed */
	static async start(): Promise<Postgres> {
		const initdb = command('initdb');
		const user = await otherThanRoot();
		const folder = await mkdtemp(join(tmpdir(), 'postgres-audience-page-'));
		try {
			if (user !== undefined) await chown(folder, user.uid, user.gid);
			const data = join(folder, 'data');
			const flags = ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', `--username=${USER}`];
			await runCommand(initdb, [`--pgdata=${data}`, ...flags], { cwd: folder, ...user });

			const port = await getPort({ host: HOST });
			const isReady = command('pg_isready');
			const server = await startServer({
				name: 'PostgreSQL',
				command: command('postgres'),
				args: ['-D', data, '-p', String(port), ...settings(folder)],
				folder,
				log: join(folder, 'server.log'),
				user,
				ping: async () => await runCommand(isReady, at(port)),
			});
			return new Postgres(port, folder, server);
		} catch (error) {
			await rm(folder, { recursive: true });
			throw error;
		}
	}

	/** All that is in the database, as the text of its own dump. */
	async dump(): Promise<string> {
		return await this.run('pg_dump', []);
	}

	/** The rows that a query gives, as texts. */
	async query(sql: string): Promise<string[][]> {
		const answer = await this.run('psql', ['--tuples-only', '--no-align', `--command=${sql}`]);
		const lines = answer.split('\n').filter((line) => line !== '');
		return lines.map((line) => line.split('|'));
	}

	/**
	 * Keeps everybody from writing to a table; they can read it.
	 *
	 * @returns what lets them go on
	 */
	async holdWrites(table: string): Promise<() => Promise<void>> {
		const session = spawn(command('psql'), [...where(this.port), '--quiet', '--tuples-only']);
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
		try {
			await this.server.end('SIGINT');
		} finally {
			await rm(this.folder, { recursive: true });
		}
	}

	private async run(name: string, args: string[]): Promise<string> {
		const { stdout } = await runCommand(command(name), [...where(this.port), ...args], {
			maxBuffer: MOST_PRINTED,
		});
		return stdout;
	}
}

const at = (port: number): string[] => [`--host=${HOST}`, `--port=${port}`];

const where = (port: number): string[] => [...at(port), `--username=${USER}`, `--dbname=${DATABASE}`];

/** Nothing of it outlives the tests, so nothing has to reach the disk. */
const settings = (folder: string): string[] =>
	[`listen_addresses=${HOST}`, `unix_socket_directories=${folder}`, 'fsync=off'].flatMap((setting) => [
		'-c',
		setting,
	]);

/** Debian has a folder for each version, none of which is in the PATH. */
const command = (name: string): string =>
	commandPath([name], 'postgresql', globSync('/usr/lib/postgresql/*/bin').sort().reverse());

/** PostgreSQL refuses to run as root: where we are root, it runs as the user that its Debian package has made. */
async function otherThanRoot(): Promise<User | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (which) => Number((await runCommand('id', [which, 'postgres'])).stdout)),
	);
	return { uid: uid!, gid: gid! };
}
