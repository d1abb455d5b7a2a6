/**
 * `npm start`: this package in a real n8n does its main job beside the sandbox; then the editor is
 * open until Ctrl-C, or, with `--once`, all ends. `npm run dev` is the same with `--watch`: what is
 * saved is built, and n8n loads it again.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { startSandbox } from '../../service/sandbox';
import { needMemory } from '../../support/install';
import { isRunning } from '../../support/processes';
import { table } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import { exampleNames } from '../harness/exampleFiles';
import { ensureN8n, pinnedVersion } from '../harness/install';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { HOST } from '../harness/serverProcess';
import { DEALS_FILE } from '../job/deals';
import { runMainJob } from '../job/mainJob';
import { buildOnSave, startTool, type Tool } from './buildOnSave';

/** Kept: git ignores it. */
const OUTPUT = 'output';
const ROOT = join(__dirname, '..', '..', '..');
const DONE = '\nThe deals were sent twice, and are in the account logs once. What to try next:';
/** How often it is seen whether n8n still runs. */
const LOOK_MS = 500;
/** What n8n, its task runner and the sandbox take. */
const GIGABYTES_OF_MEMORY = 1.5;

const { values: options } = parseArgs({
	options: {
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '4020' },
		once: { type: 'boolean', default: false },
		watch: { type: 'boolean', default: false },
	},
});

/** The port that an option names; throws an Error if it is in use, or none. */
async function portOf(option: 'port' | 'sandbox-port'): Promise<number> {
	const port = Number(options[option]);
	if ((await getPort({ host: HOST, port })) === port) return port;
	throw new Error(`Port ${port} is in use: choose another with --${option}`);
}

/**
 * Aborted by Ctrl-C and its like. Further ones change nothing: they do not cut the cleaning up
 * short.
 */
function stopSignal(): AbortSignal {
	const stop = new AbortController();
	stop.signal.addEventListener('abort', () => console.log('Stopping …'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => stop.abort(new Error('Stopped')));
	return stop.signal;
}

/**
 * An address that opens a workflow in the editor, signed in: a browser keeps cookies by host,
 * whatever the port.
 */
async function serveSignInPage(
	{ url, client }: RealN8n,
	{ id }: StoredWorkflow,
): Promise<{ url: string; close(): Promise<void> }> {
	const cookie = `${client.cookie}; Path=/; HttpOnly; SameSite=Lax`;
	const server = createServer((_, response) =>
		response.writeHead(302, { 'set-cookie': cookie, location: `${url}/workflow/${id}` }).end(),
	);
	await once(server.listen(0, HOST), 'listening');
	const { port } = server.address() as { port: number };
	const close = async () => {
		const closed = once(server.close(), 'close');
		server.closeAllConnections();
		await closed;
	};
	return { url: `http://${HOST}:${port}`, close };
}

/** Starts everything, and does the job. */
async function start(opened: Opened, stop: AbortSignal): Promise<RealN8n> {
	const [port, sandboxPort] = [await portOf('port'), await portOf('sandbox-port')];
	console.log(
		`Building the package, starting n8n ${pinnedVersion()} and a sandbox of the service …`,
	);
	const sandbox = opened.add(await startSandbox({ port: sandboxPort }));
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const env = { GENERIC_TIMEZONE: timeZone, N8N_LOG_LEVEL: 'warn' };
	let builds: Tool[] = [];
	const watching = {
		env: { ...env, N8N_LOG_LEVEL: 'info', N8N_DEV_RELOAD: 'true' },
		install: async (userFolder: string) => void (builds = await buildOnSave(userFolder, stop)),
	};
	let n8n: RealN8n;
	try {
		n8n = opened.add(
			await RealN8n.start(sandbox, { port, stop, env, ...(options.watch && watching) }),
		);
	} finally {
		for (const tool of builds) opened.add(tool); // ended before n8n, which removes the folder
	}
	stop.throwIfAborted();
	opened.add(startTool('tail', ['-n', '0', '-f', join(n8n.userFolder, 'n8n.log')]));

	const workflows = new Map<string, StoredWorkflow>();
	for (const example of exampleNames()) workflows.set(example, await n8n.importExample(example));
	console.log('Sending deals to one workflow, and having another write a spreadsheet …');
	const folder = join(ROOT, OUTPUT);
	const job = {
		n8n,
		sandbox,
		timeZone,
		workflows,
		folder,
		shownFolder: OUTPUT,
		print: console.log,
	};
	const faults = await runMainJob(job);
	stop.throwIfAborted();
	const notDone = `\nNot done:\n${faults.join('\n')}`;
	if (faults.length > 0 && !options.watch) throw new Error(notDone);
	if (options.once) return n8n;
	console.log(faults.length > 0 ? notDone : DONE);

	const dealsWorkflow = workflows.get(DEALS_FILE)!;
	const signIn = opened.add(await serveSignInPage(n8n, dealsWorkflow));
	const rows = [
		['Editor', signIn.url, 'opens the workflow that wrote the deals; you are signed in'],
		['Try', 'Execute workflow', `and the ${workflows.size - 1} other examples, under Workflows`],
		['Sandbox', sandbox.url, `stands in for the service; its API key is ${sandbox.apiKey}`],
	];
	console.log(table(rows));
	if (options.watch) console.log('Save a file to see it in the editor.');
	console.log('Ctrl-C ends all. Of what you see here, only the spreadsheet stays.');
	return n8n;
}

async function main(): Promise<void> {
	process.stdout.on('error', () => {}); // a terminal that was closed takes no text: what was started is still ended
	await ensureN8n();
	needMemory('n8n', GIGABYTES_OF_MEMORY);

	const stop = stopSignal();
	const opened = new Opened();
	try {
		const n8n = await start(opened, stop);
		// If n8n ends by itself, its closing says so.
		while (!options.once && !stop.aborted && isRunning(n8n.pid))
			await wait(LOOK_MS, undefined, { signal: stop }).catch(() => {});
	} catch (error) {
		throw stop.aborted ? stop.reason : error; // what was cut off has its own words for it
	} finally {
		await opened.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
