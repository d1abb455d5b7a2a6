import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** How a program ended, and all it printed, without colours. */
export interface Ending {
	ok: boolean;
	output: string;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Runs a script on this Node, from `cwd`, to its end. A script that fails is an answer, not an error. npm, where
 * the script calls it, stays off the network.
 */
export function runScript(script: string, args: string[], cwd: string): Promise<Ending> {
	return new Promise((resolve) => {
		const env = { ...process.env, npm_config_offline: 'true' };
		const options = { cwd, env, maxBuffer: 64 * MEBIBYTE };
		execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
			resolve({ ok: error === null, output: stripVTControlCharacters(stdout + stderr) }),
		);
	});
}
