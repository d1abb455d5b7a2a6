/** A server of Debian's that a suite needs beside n8n: a process of ours, in a throwaway folder, on loopback. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandPath } from '../harness/commandPath';

export const HOST = '127.0.0.1';

const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 20_000;
const POLL_INTERVAL = 50;

/** Runs a command to its end; an error holds what it printed. */
export const runCommand = promisify(execFile);

export interface ServerOptions {
	/** Path of the command. */
	command: string;
	args: string[];
	/** Where it runs, and prints to `server.log`. */
	folder: string;
	/** Whom it runs as; as we do if not given. */
	user?: User;
	/** Rejects while the server is not up. */
	ping: () => Promise<unknown>;
}

export interface User {
	uid: number;
	gid: number;
}

export interface ServerProcess {
	/** Sends the signal, and waits until the process has ended; after 20 seconds it is killed. */
	end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server and waits until it answers.
 *
 * @throws Error with what it printed, if it ends or does not answer in a minute
 */
export async function startServer({
	command,
	args,
	folder,
	user,
	ping,
}: ServerOptions): Promise<ServerProcess> {
	const log = join(folder, 'server.log');
	const output = await open(log, 'a');
	const child = spawn(command, args, { cwd: folder, stdio: ['ignore', output.fd, output.fd], ...user });
	await output.close();

	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	const end = async (signal: NodeJS.Signals) => {
		if (hasEnded()) return;
		const ended = once(child, 'exit');
		child.kill(signal);
		await Promise.race([ended, wait(STOP_TIMEOUT, undefined, { ref: false })]);
		child.kill('SIGKILL');
		await ended;
	};

	const deadline = Date.now() + START_TIMEOUT;
	const isUp = () =>
		ping().then(
			() => true,
			() => false,
		);
	while (!(await isUp())) {
		if (hasEnded() || Date.now() > deadline) {
			await end('SIGKILL');
			throw new Error(`${command} did not start: ${await readFile(log, 'utf8')}`);
		}
		await wait(POLL_INTERVAL);
	}
	return { end };
}

/**
 * Path of a command, looked for in these folders and in the PATH.
 *
 * @throws Error with the Debian package to install, if there is none
 */
export async function debianCommand(
	name: string,
	debianPackage: string,
	folders: string[] = [],
): Promise<string> {
	const path = await commandPath([name], folders);
	if (path === undefined)
		throw new Error(`These tests need ${name}: install Debian's package ${debianPackage}`);
	return path;
}
