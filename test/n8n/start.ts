/**
 * `npm start`: the examples on a real n8n against the sandbox, once on sample data, then to play with until Ctrl-C.
 * `npm start -- --once` stops after the table and fails if anything fell short.
 */
import { once as nextEvent } from 'node:events';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { startSandbox, type Sandbox } from '../service/sandbox';
import { OWNER, type StoredWorkflow } from './harness/client';
import { ensureN8n, pinnedVersion } from './harness/install';
import { RealN8n } from './harness/RealN8n';
import { runAnalytics, runDeals, type Outcome } from './examples/samples';
import { table } from '../support/table';

const ROOT = join(__dirname, '..', '..');
const OUTPUT = join(ROOT, 'output');

interface Options {
	once: boolean;
	port: number;
	sandboxPort: number;
}

function optionsFrom(args: string[]): Options {
	const { values } = parseArgs({
		args,
		options: {
			once: { type: 'boolean', default: false },
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4020' },
		},
	});
	return {
		once: values.once,
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
	stop.signal.addEventListener('abort', () => console.log('\nStopping …'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => stop.abort(new Error('Stopped')));
	return stop.signal;
}

async function runExamples(n8n: RealN8n, sandbox: Sandbox): Promise<Outcome[]> {
	const deals = await n8n.importExample('crm-deals-to-account-log.json');
	const analytics = await n8n.importExample('weekly-page-analytics-to-spreadsheet.json');
	const outcomes = [
		await runDeals(n8n, sandbox, deals),
		...(await runAnalytics(n8n, sandbox, analytics, OUTPUT)),
	];
	printOutcomes(outcomes);
	printAddresses(n8n, sandbox, deals);
	return outcomes;
}

function printOutcomes(outcomes: Outcome[]): void {
	const rows = outcomes.map(({ example, recordsIn, written, file, shortfalls }) => [
		example,
		recordsIn,
		file === undefined ? written : `${written} in ${relative(process.cwd(), file)}`,
		shortfalls.length === 0 ? 'yes' : `NO: ${shortfalls.join('; ')}`,
	]);
	console.log(`\n${table([['EXAMPLE', 'RECORDS IN', 'WRITTEN', 'ALL RIGHT'], ...rows])}\n`);
}

function printAddresses(n8n: RealN8n, sandbox: Sandbox, deals: StoredWorkflow): void {
	const rows = [
		['n8n', n8n.url, `sign in as ${OWNER.email} with ${OWNER.password}`],
		['Webhook', n8n.webhookUrl(deals), 'takes POST with { "deals": [ … ] }'],
		['Sandbox', sandbox.url, `its API key is ${sandbox.apiKey}`],
	];
	console.log(table(rows));
}

async function main(): Promise<void> {
	const { once, port, sandboxPort } = optionsFrom(process.argv.slice(2));
	await needFreePort('--port', port);
	await needFreePort('--sandbox-port', sandboxPort);
	await ensureN8n();

	const stop = stopSignal();
	console.log(`Building and packing the package, starting the sandbox and n8n ${pinnedVersion()} …`);
	const sandbox = await startSandbox({ port: sandboxPort });
	let n8n: RealN8n | undefined;
	try {
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		n8n = await RealN8n.start(sandbox, { port, env: { GENERIC_TIMEZONE: timeZone } });
		stop.throwIfAborted();
		const outcomes = await runExamples(n8n, sandbox);
		if (outcomes.some(({ shortfalls }) => shortfalls.length > 0)) process.exitCode = 1;
		if (!once && !stop.aborted) {
			console.log('\nCtrl-C ends both and removes all but the spreadsheets.');
			await nextEvent(stop, 'abort');
		}
	} finally {
		await n8n?.close();
		await sandbox.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
