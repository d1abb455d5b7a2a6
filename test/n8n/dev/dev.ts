/**
 * `npm start`: this package in a real n8n does its main job beside the sandbox; then the editor is open until Ctrl-C, or,
 * with `--once`, all ends. `npm run dev` is the same with `--watch`: what is saved is built, and the open editor shows it.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from '../../service/sandbox';
import { needMemory } from '../../support/install';
import { isRunning } from '../../support/processes';
import { table } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import { exampleNames } from '../harness/exampleFiles';
import { ensureN8n, pinnedVersion } from '../harness/install';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { runMainJob } from '../job/mainJob';
import { Builds } from './Builds';
import { optionsFrom, type Options } from './options';
import { showErrors } from './showErrors';
import { serveSignInPage } from './signInPage';

/** Kept: git ignores it. */
const OUTPUT = 'output';
const ROOT = join(__dirname, '..', '..', '..');
/** How often it is seen whether n8n still runs. */
const LOOK_MS = 500;
/** What n8n, its task runner and the sandbox take. */
const GIGABYTES_OF_MEMORY = 1.5;

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

/** Starts everything, and does the job. */
async function start(
	{ port, sandboxPort, once: endsAfterJob, watch }: Options,
	opened: Opened,
	stop: AbortSignal,
): Promise<RealN8n> {
	log(`Building the package, starting n8n ${pinnedVersion()} and a sandbox of the service …`);
	const sandbox = opened.add(await startSandbox({ port: sandboxPort }));
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const builds = watch ? new Builds(ROOT, log, stop) : undefined;
	const env = { GENERIC_TIMEZONE: timeZone, N8N_LOG_FORMAT: 'json', N8N_LOG_LEVEL: 'warn', ...builds?.env };
	const options = { port, env, install: builds?.install, stop };
	const n8n = await RealN8n.start(sandbox, options).catch(async (error: unknown) => {
		await builds?.close();
		throw error;
	});
	opened.add(n8n);
	if (builds) opened.add(builds); // ended before n8n, which removes the folder
	stop.throwIfAborted();
	opened.add(showErrors(n8n, log));

	const workflows = new Map<string, StoredWorkflow>();
	for (const example of exampleNames()) workflows.set(example, await n8n.importExample(example));
	log('Sending deals to one workflow, and having another write a spreadsheet …');
	const folder = join(ROOT, OUTPUT);
	const job = { n8n, sandbox, timeZone, workflows, folder, shownFolder: OUTPUT, print: console.log };
	const faults = await runMainJob(job);
	stop.throwIfAborted();
	if (faults.length > 0 && (endsAfterJob || !watch)) throw new Error(`\nNot done:\n${faults.join('\n')}`);
	for (const fault of faults) log(`Not done: ${fault}`);
	if (endsAfterJob) return n8n;

	await builds?.start(n8n);
	const signIn = opened.add(await serveSignInPage(n8n));
	const rows = [
		['Editor', signIn.url, `open it: you are signed in, and the ${workflows.size} examples are there`],
		['Sandbox', sandbox.url, `stands in for the service; its API key is ${sandbox.apiKey}`],
	];
	console.log(`\n${table(rows)}\n`);
	if (watch) log('Ready. Save a file to see it in the editor; Ctrl-C ends all');
	else console.log('Ctrl-C ends all. Of what you see here, only the spreadsheet stays.');
	return n8n;
}

async function main(): Promise<void> {
	process.stdout.on('error', () => {}); // a terminal that was closed takes no text: what was started is still ended
	const options = await optionsFrom(process.argv.slice(2));
	await ensureN8n();
	needMemory('n8n', GIGABYTES_OF_MEMORY);

	const stop = stopSignal();
	const opened = new Opened();
	try {
		const n8n = await start(options, opened, stop);
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
