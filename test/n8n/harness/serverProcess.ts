/**
 * A server as a process of ours, on loopback, in a folder of its own: n8n, and what it needs beside
 * it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from './until';

export const HOST = '127.0.0.1';

/** Longer than n8n itself waits for what runs. */
const STOP_TIMEOUT = 45_000;
const LINES_TO_SHOW = 20;

interface ServerOptions {
	/** In errors. */
	name: string;
	command: string;
	args: string[];
	folder: string;
	/** Path of the file with all that it prints. */
	log: string;
	env?: NodeJS.ProcessEnv;
	user?: { uid: number; gid: number };
	/** Rejects while the server is not up. */
	ping: () => Promise<unknown>;
	/** Ends the server while it starts. */
	stop?: AbortSignal;
}

export interface ServerProcess {
	pid: number;
	/** Fulfilled when the server has ended. */
	ended: Promise<unknown>;
	/**
	 * Ends the server and all that it has started, if it wasn't ended before. Throws the end of its
	 * log if it had ended by itself.
	 */
	end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server and waits until it answers; throws the end of its log, if it ends or does not
 * answer.
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
	const { name, command, args, folder, log, env = process.env, user, ping, stop } = options;
	stop?.throwIfAborted();
	const output = await open(log, 'a');
	const child = spawn(command, args, {
		cwd: folder,
		detached: true, // a process group of its own: n8n starts task runners
		stdio: ['ignore', output.fd, output.fd],
		env,
		...user,
	});
	try {
		await once(child, 'spawn');
	} finally {
		await output.close();
	}
	const pid = child.pid!;
	const ended = once(child, 'exit');
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	let wasEnded = false;

	const end = async (signal: NodeJS.Signals) => {
		if (wasEnded) return;
		wasEnded = true;
		const endedByItself = hasEnded();
		signalGroup(pid, signal);
		await Promise.race([ended, wait(STOP_TIMEOUT, undefined, { ref: false })]);
		signalGroup(pid, 'SIGKILL'); // whatever did not listen, and what it has left behind
		await ended;
		if (endedByItself) throw new Error(`${name} ended by itself. ${await endOf(log)}`);
	};
	const isUp = async () => {
		stop?.throwIfAborted();
		if (hasEnded()) throw new Error('It ended');
		const answer = await Promise.allSettled([ping()]);
		return answer[0].status === 'fulfilled' || undefined;
	};
	try {
		await until(isUp);
	} catch (error) {
		await end('SIGTERM').catch(() => {});
		throw new Error(`${name} did not start: ${(error as Error).message}. ${await endOf(log)}`);
	}
	return { pid, ended, end };
}

async function endOf(log: string): Promise<string> {
	const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
	return `The end of its log:\n${lines.slice(-LINES_TO_SHOW).join('\n')}`;
}

/** To a process and all that it has started, if any of them runs. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** Path of a command of this machine, looked for in `folders`, then in the PATH. */
export function commandPath(name: string, debianPackage: string, folders: string[] = []): string {
	const places = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	const path = places.map((place) => join(place, name)).find(existsSync);
	if (path !== undefined) return path;
	throw new Error(`This machine lacks ${name}: install Debian's package ${debianPackage}`);
}
