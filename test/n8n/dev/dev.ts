/**
 * `npm start`: this package in a real n8n does its main job beside the sandbox; then the editor is
 * open until Ctrl-C. `npm run dev` is the same with `--watch`: what is saved is built, and n8n
 * loads it again.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { startSandbox } from '../../service/sandbox';
import { table } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import { exampleNames } from '../harness/exampleFiles';
import { ensureN8n, NEWEST_N8N } from '../harness/install';
import { installPackage, packPackage } from '../harness/pack';
import { RealN8n } from '../harness/RealN8n';
import { HOST } from '../harness/serverProcess';
import { DEALS_FILE } from '../job/deals';
import { runMainJob } from '../job/mainJob';
import { buildOnSave, startTool } from './buildOnSave';

/** Kept: git ignores it. */
const OUTPUT = 'output';
const ROOT = join(__dirname, '..', '..', '..');
const DONE = '\nThe deals were sent twice, and are in the account logs once. What to try next:';

const { values: options } = parseArgs({
	options: {
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '4020' },
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
async function serveSignInPage({ url, client }: RealN8n, { id }: StoredWorkflow) {
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

/** Starts n8n, with the package packed or, with `--watch`, built at each save. */
async function startN8n(
	service: { url: string; apiKey: string },
	timeZone: string,
	stop: AbortSignal,
	opened: AsyncDisposableStack,
): Promise<RealN8n> {
	const builds = new AsyncDisposableStack();
	const usual = { GENERIC_TIMEZONE: timeZone, N8N_LOG_LEVEL: 'warn' };
	const watching = { ...usual, N8N_LOG_LEVEL: 'info', N8N_DEV_RELOAD: 'true' };
	try {
		const n8n = await RealN8n.start(service, {
			port: await portOf('port'),
			stop,
			env: options.watch ? watching : usual,
			install: async (userFolder) => {
				if (options.watch) await buildOnSave(userFolder, stop, builds);
				else await installPackage(await packPackage(userFolder), userFolder);
			},
		});
		opened.defer(async () => await n8n.close());
		return n8n;
	} finally {
		opened.use(builds); // ended before n8n, which removes the folder
	}
}

/** Starts everything, does the job, and prints what to try next. */
async function start(opened: AsyncDisposableStack, stop: AbortSignal): Promise<RealN8n> {
	const sandboxPort = await portOf('sandbox-port');
	console.log(`Building the package, starting n8n ${NEWEST_N8N} and a sandbox of the service …`);
	const sandbox = await startSandbox({ port: sandboxPort });
	opened.defer(async () => await sandbox.close());
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const n8n = await startN8n(sandbox, timeZone, stop, opened);
	stop.throwIfAborted();
	const logPrinter = startTool('tail', ['-n', '0', '-f', n8n.logFile]);
	opened.defer(async () => await logPrinter.close());

	const workflows = new Map<string, StoredWorkflow>();
	for (const example of exampleNames()) workflows.set(example, await n8n.importExample(example));
	console.log('Sending deals to one workflow, and having another write a spreadsheet …');
	const folder = join(ROOT, OUTPUT);
	const job = { n8n, sandbox, timeZone, workflows, folder, shownFolder: OUTPUT };
	const faults = await runMainJob(job);
	stop.throwIfAborted();
	const notDone = `\nNot done:\n${faults.join('\n')}`;
	if (faults.length > 0 && !options.watch) throw new Error(notDone);
	console.log(faults.length > 0 ? notDone : DONE);

	const signIn = await serveSignInPage(n8n, workflows.get(DEALS_FILE)!);
	opened.defer(async () => await signIn.close());
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

	const stop = stopSignal();
	const opened = new AsyncDisposableStack();
	try {
		const n8n = await start(opened, stop);
		// If n8n ends by itself, its closing says so.
		await Promise.race([n8n.ended, once(stop, 'abort')]);
	} catch (error) {
		throw stop.aborted ? stop.reason : error; // what was cut off has its own words for it
	} finally {
		await opened.disposeAsync();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
