/**
 * `npm run write`: writes what is committed and made of the code: the list of cases, contract.json, the previews of the
 * editor, and the tables of README and docs/. With `--check` it writes nothing, and fails with the names of the files
 * that it would change.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { INDEX, indexText } from '../cases/files';
import { ROOT } from '../docs/root';
import { outdated } from './outdated';
import type { Writer } from './writers';

async function bringUpToDate({ files, owns }: Writer, isCheck: boolean): Promise<string[]> {
	const texts = files();
	const paths = await outdated(texts, owns);
	for (const path of isCheck ? [] : paths) {
		const text = texts.get(path);
		await mkdir(dirname(join(ROOT, path)), { recursive: true });
		await (text === undefined ? rm(join(ROOT, path)) : writeFile(join(ROOT, path), text));
	}
	return paths;
}

async function main(): Promise<void> {
	const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
	const changed = await bringUpToDate({ files: () => new Map([[INDEX, indexText()]]) }, check);
	if (existsSync(join(ROOT, INDEX))) {
		// Not before: these read the list.
		const { writers } = await import('./writers');
		for (const writer of writers) changed.push(...(await bringUpToDate(writer, check)));
	}
	if (check && changed.length > 0) throw new Error(`npm run write would change ${changed.join(', ')}`);
	for (const path of changed) console.log(path);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
