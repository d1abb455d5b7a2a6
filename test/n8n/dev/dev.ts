/**
 * `npm run dev`: this package in a real n8n, and the sandbox beside it, until Ctrl-C. What is saved is built, and the
 * open editor shows it.
 */
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { name } from '../../../package.json';
import { startSandbox } from '../../service/sandbox';
import { table } from '../../support/table';
import { exampleNames } from '../harness/exampleFiles';
import { ensureN8n, pinnedVersion } from '../harness/install';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { Reloads } from './Reloads';
import { showErrors } from './showErrors';
import { serveSignInPage } from './signInPage';
import { watchPackage } from './watchPackage';

const ROOT = join(__dirname, '..', '..', '..');
const SHOWN_FILES = 3;

interface Ports {
	port: number;
	sandboxPort: number;
}

function portsFrom(args: string[]): Ports {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4020' },
		},
	});
	return {
		port: portFrom('--port', values.port),
		sandboxPort: portFrom('--sandbox-port', values['sandbox-port']),
	};
}

function portFrom(option: string, value: string): number {
	const port = Number(value);
	if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
	throw new Error(`${option} takes a port from 1 to 65535, not "${value}"`);
}

async function needFreePort(option: string, port: number): Promise<void> {
	if ((await getPort({ host: '127.0.0.1', port })) === port) return;
	throw new Error(`Port ${port} is in use: choose another with ${option}`);
}

/** Aborted by Ctrl-C and its like. Further ones change nothing: they do not cut the cleaning up short. */
function stopSignal(): AbortSignal {
	const stop = new AbortController();
	stop.signal.addEventListener('abort', () => log('Stopping …'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => stop.abort(new Error('Stopped')));
	return stop.signal;
}

function log(text: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`);
}

function logBuilt(files: string[]): void {
	log(`Built ${files.length > SHOWN_FILES ? `${files.length} files` : files.join(', ')}`);
}

/** Where n8n looks for community packages. */
const packageFolder = (userFolder: string): string => join(userFolder, '.n8n', 'nodes', 'node_modules', name);

/** Builds the package for n8n, and again at each save. Waits for the first build without errors. */
async function buildInto(userFolder: string, builds: Opened, stop: AbortSignal): Promise<void> {
	const events = new EventEmitter();
	const built = once(events, 'built', { signal: stop });
	built.catch(() => {}); // it is waited for below
	const onBuilt = (files: string[]) => {
		if (files.length > 0) logBuilt(files);
		events.emit('built');
	};
	const onErrors = (text: string) => log(`Not built:\n${text}`);
	builds.add(await watchPackage(ROOT, packageFolder(userFolder), { onBuilt, onErrors }));
	await built;
}

async function start({ port, sandboxPort }: Ports, opened: Opened, stop: AbortSignal): Promise<void> {
	log(`Building the package, starting the sandbox and n8n ${pinnedVersion()} …`);
	const sandbox = opened.add(await startSandbox({ port: sandboxPort }));
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const builds = new Opened();
	const env = {
		GENERIC_TIMEZONE: timeZone,
		N8N_DEV_RELOAD: 'true',
		N8N_LOG_FORMAT: 'json',
		N8N_LOG_LEVEL: 'warn',
	};
	const install = async (userFolder: string) => await buildInto(userFolder, builds, stop);
	const n8n = await RealN8n.start(sandbox, { port, env, install }).catch(async (error: unknown) => {
		await builds.close();
		throw error;
	});
	opened.add(n8n);
	opened.add(builds); // ended before n8n, which removes the folder
	stop.throwIfAborted();
	for (const example of exampleNames()) await n8n.importExample(example);
	opened.add(showErrors(n8n, log));
	const reloads = opened.add(await Reloads.of(n8n));
	await reloads.untilWatched(packageFolder(n8n.userFolder), stop);
	reloads.on('reload', () => log('n8n has loaded it: the editor shows it'));
	const signIn = opened.add(await serveSignInPage(n8n));
	const rows = [
		['Editor', signIn.url, 'open it: you are signed in'],
		['Sandbox', sandbox.url, `its API key is ${sandbox.apiKey}`],
	];
	console.log(`\n${table(rows)}\n`);
	log('Ready. Save a file to see it in the editor; Ctrl-C ends all and keeps nothing');
}

async function main(): Promise<void> {
	const ports = portsFrom(process.argv.slice(2));
	await needFreePort('--port', ports.port);
	await needFreePort('--sandbox-port', ports.sandboxPort);
	await ensureN8n();

	process.stdout.on('error', () => {}); // a terminal that was closed takes no text: what was started is still ended
	const stop = stopSignal();
	const stopped = once(stop, 'abort');
	const opened = new Opened();
	try {
		await start(ports, opened, stop);
		await stopped;
	} finally {
		await opened.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
