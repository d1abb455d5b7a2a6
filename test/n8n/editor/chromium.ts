import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Nothing of its own accord, and no address but that of the n8n on this machine. */
const QUIET = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--no-first-run',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Starts the Chromium that is installed on this machine, without a window. Whoever starts it closes it.
 *
 * @throws Error with one line that says what to install, if there is none
 */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: await findChromium(), args: QUIET });
}

async function findChromium(): Promise<string> {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const paths = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
	const tries = paths.map(async (path) => access(path, constants.X_OK).then(() => path));
	return await Promise.any(tries).catch(() => {
		throw new Error("To open n8n's editor, this machine lacks Chromium (Debian: apt-get install chromium)");
	});
}
