import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { watch } from 'chokidar';
import ts from 'typescript';

const SOURCES = ['credentials', 'nodes'];
/** What `gulp assets` copies: icons, codex files and output previews. */
const ASSETS = ['.json', '.svg'];
const isAsset = (path: string): boolean => ASSETS.includes(extname(path));
/** Editors save in steps: a file counts as saved if it has not changed for so long, in milliseconds. */
const SAVED_AFTER = 100;

export interface BuildEvents {
	/** @param files paths of what was written or removed, relative to the package */
	onBuilt: (files: string[]) => void;
	/** What was built before stays. @param text the compiler's errors, to be shown */
	onErrors: (text: string) => void;
}

/**
 * Builds the package in `project` into `folder`, and again whenever a source, icon or JSON file is saved.
 *
 * @returns after the first try, which can have ended with errors; after `close`, nothing is written any more
 */
export async function watchPackage(
	project: string,
	folder: string,
	events: BuildEvents,
): Promise<{ close(): Promise<void> }> {
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), await readFile(join(project, 'package.json')));
	const assets = await watchAssets(project, folder, events);
	const compiler = watchTypeScript(project, folder, events);
	return {
		close: async () => {
			compiler.close();
			await assets.close();
		},
	};
}

/** `tsc --watch`. A build with errors writes nothing: n8n goes on with the last one that had none. */
function watchTypeScript(
	project: string,
	folder: string,
	{ onBuilt, onErrors }: BuildEvents,
): { close(): void } {
	let errors: ts.Diagnostic[] = [];
	let written: string[] = [];
	let isClosed = false;
	const system: ts.System = {
		...ts.sys,
		writeFile: (path, ...content) => {
			written.push(relative(folder, path));
			ts.sys.writeFile(path, ...content);
		},
		// The compiler does not stop a build that is due.
		setTimeout: (build: () => void, milliseconds: number) =>
			setTimeout(() => {
				if (!isClosed) build();
			}, milliseconds),
	};
	const host = ts.createWatchCompilerHost(
		join(project, 'tsconfig.json'),
		{ outDir: join(folder, 'dist'), noEmitOnError: true },
		system,
		ts.createEmitAndSemanticDiagnosticsBuilderProgram,
		(error) => errors.push(error),
		(_status, _newLine, _options, errorCount) => {
			if (errorCount === undefined) return; // it begins
			if (errorCount === 0) onBuilt(written);
			else onErrors(textOf(errors, project));
			errors = [];
			written = [];
		},
	);
	const program = ts.createWatchProgram(host);
	return {
		close: () => {
			isClosed = true;
			program.close();
		},
	};
}

function textOf(errors: ts.Diagnostic[], project: string): string {
	const format = process.stdout.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
	return format(errors, {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => project,
		getNewLine: () => '\n',
	}).trimEnd();
}

/** Keeps the assets as they are saved. */
async function watchAssets(
	project: string,
	folder: string,
	{ onBuilt, onErrors }: BuildEvents,
): Promise<{ close(): Promise<void> }> {
	let isClosed = false;
	let isDue = false;
	let copied = Promise.resolve();
	const copy = async (): Promise<void> => {
		isDue = false;
		if (isClosed) return;
		const files = await copyAssets(project, join(folder, 'dist'));
		if (files.length > 0) onBuilt(files.map((file) => join('dist', file)));
	};
	const onSave = (): void => {
		if (isDue) return;
		isDue = true;
		copied = copied.then(copy).catch((error: Error) => onErrors(error.message));
	};
	const watcher = watch(SOURCES, {
		cwd: project,
		ignored: (path, stats) => stats?.isFile() === true && !isAsset(path),
		ignoreInitial: true,
		awaitWriteFinish: { stabilityThreshold: SAVED_AFTER, pollInterval: SAVED_AFTER / 5 },
	}).on('all', onSave);
	await once(watcher, 'ready');
	await copyAssets(project, join(folder, 'dist'));
	return {
		close: async () => {
			isClosed = true;
			await watcher.close();
			await copied;
		},
	};
}

/**
 * Copies the assets that differ, and removes those that are gone.
 *
 * @returns their paths
 */
async function copyAssets(from: string, to: string): Promise<string[]> {
	const [there, copies] = await Promise.all([assetsIn(from), assetsIn(to)]);
	const changed = [...there].filter(([path, content]) => !copies.get(path)?.equals(content));
	const gone = [...copies.keys()].filter((path) => !there.has(path));
	for (const [path, content] of changed) {
		await mkdir(dirname(join(to, path)), { recursive: true });
		await writeFile(join(to, path), content);
	}
	for (const path of gone) await rm(join(to, path));
	return [...changed.map(([path]) => path), ...gone];
}

/** The content of all assets, by their paths. One that is gone before it is read is left out. */
async function assetsIn(folder: string): Promise<Map<string, Buffer>> {
	const assets = new Map<string, Buffer>();
	for (const source of SOURCES) {
		const options = { recursive: true, withFileTypes: true } as const;
		const entries = await readdir(join(folder, source), options).catch(ignoreMissing);
		for (const entry of entries ?? []) {
			if (!entry.isFile() || !isAsset(entry.name)) continue;
			const path = join(entry.parentPath, entry.name);
			const content = await readFile(path).catch(ignoreMissing);
			if (content) assets.set(relative(folder, path), content);
		}
	}
	return assets;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error;
}
