/**
 * `npm run bench`: how fast the node is on a real n8n, beside the other ways to do the same. Writes
 * `docs/measured/bench.json`, which `npm run write` puts into the documents; with `--only create1000,read20000` it
 * measures some works and writes nothing. A figure that is not reached is a result, not a failure.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { ensureN8n } from '../n8n/harness/install';
import { keepMeasured } from '../support/measured';
import { table } from '../support/table';
import type { WorkResult } from './figures';
import { measure } from './measure';
import { packAll } from './packages';
import { benchRecord, figureRows, measuredRows, progressLine } from './report';
import { WORKS, type Work } from './works';

interface Options {
	works: Work[];
	rounds: number;
}

function optionsFrom(args: string[]): Options {
	const options = { only: { type: 'string' }, rounds: { type: 'string', default: '5' } } as const;
	const { only, rounds } = parseArgs({ args, options }).values;
	if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds takes a number from 1, not "${rounds}"`);
	return { works: only === undefined ? WORKS : only.split(',').map(workNamed), rounds: Number(rounds) };
}

function workNamed(name: string): Work {
	const work = WORKS.find((candidate) => candidate.name === name);
	if (work !== undefined) return work;
	throw new Error(`--only takes some of ${WORKS.map((known) => known.name).join(', ')}, not "${name}"`);
}

/** Aborted by Ctrl-C and its like: nothing new is begun, and what was started is ended. */
function stopSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => stop.abort(new Error('Stopped')));
	return stop.signal;
}

async function measureAll({ works, rounds }: Options): Promise<WorkResult[]> {
	const stop = stopSignal();
	const folder = await mkdtemp(join(tmpdir(), 'bench-audience-page-'));
	try {
		const tarballs = await packAll(folder);
		const port = await getPort({ host: '127.0.0.1' });
		const results: WorkResult[] = [];
		for (const work of works) {
			console.log(work.title);
			const onRound = (...round: Parameters<typeof progressLine>) => console.log(progressLine(...round));
			results.push(await measure(work, { rounds, port, tarballs, stop, onRound }));
		}
		return results;
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function main(): Promise<void> {
	const options = optionsFrom(process.argv.slice(2));
	await ensureN8n();
	const results = await measureAll(options);
	console.log(`\n${table(measuredRows(results))}\n\n${table(figureRows(results))}`);
	if (options.works === WORKS) await keepMeasured('bench', await benchRecord(results, new Date()));
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
