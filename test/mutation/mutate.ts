/**
 * `npm run mutate`: has Stryker run, and makes `docs/measured/mutation.json` of its report. Fails below the threshold,
 * and, naming it, for a survivor that `survivors.json` gives no reason for and for a reason that no survivor needs.
 * With arguments, such as `-- --mutate FILE`, it only shows what Stryker says.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { keepMeasured } from '../support/measured';
import { ensureInstalled } from '../support/pinnedPackage';
import { resultOf, type Reason, type StrykerReport } from './survivors';

const ROOT = join(__dirname, '..', '..');
const STRYKER = join(__dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function stryker(args: string[]): void {
	const all = [STRYKER, 'run', 'test/mutation/stryker.config.mjs', ...args];
	const { status } = spawnSync(process.execPath, all, { cwd: ROOT, stdio: 'inherit' });
	if (status !== 0) throw new Error('Stryker has failed');
}

async function keepResult(): Promise<void> {
	const report = readJson(join(ROOT, 'output', 'mutation', 'mutation.json')) as StrykerReport;
	const reasons = readJson(join(__dirname, 'survivors.json')) as Reason[];
	const { result, unexplained, needless } = resultOf(report, reasons);
	const wrong = [
		...unexplained.map(
			({ file, line, mutation }) => `No reason for the survivor ${file}:${line}: ${mutation}`,
		),
		...needless.map(({ file, source, mutation }) => `No survivor in ${file}: ${mutation}, in: ${source}`),
	];
	if (wrong.length > 0) throw new Error(wrong.join('\n'));

	const date = new Date().toISOString().slice(0, 10);
	await keepMeasured('mutation', { date, ...result });
}

async function mutate(args: string[]): Promise<void> {
	try {
		await ensureInstalled(__dirname, 'Stryker');
		stryker(args);
		if (args.length === 0) await keepResult();
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}

void mutate(process.argv.slice(2));
