import { chromium, type Browser } from 'playwright-core';
import { commandPath } from '../harness/commandPath';

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
	return await chromium.launch({ executablePath: commandPath(COMMANDS, 'chromium'), args: QUIET });
}
