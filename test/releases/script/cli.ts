/**
 * `npm run release -- 1.2.0`: proves that the version can be released, makes its commit and its tag, and says how to push
 * them. With `--dry-run` it makes neither.
 */
import { parseArgs } from 'node:util';
import { ROOT } from '../../docs/root';
import { packageNow } from '../promises';
import { SIGNALS } from './commands';
import { release } from './release';

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { 'dry-run': { type: 'boolean', default: false } },
	});
	if (positionals.length > 1) throw new Error(`Name one version, not ${positionals.join(' ')}`);
	// They end what is running (see `runLong`); this process then removes its working tree.
	for (const signal of SIGNALS) process.on(signal, () => undefined);
	const isFine = await release({
		root: ROOT,
		version: positionals[0] ?? '',
		now: packageNow(),
		isDryRun: values['dry-run'],
		day: new Date().toISOString().slice(0, 10),
		print: (line) => console.log(line),
	});
	if (!isFine) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
