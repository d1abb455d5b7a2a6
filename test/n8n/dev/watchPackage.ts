import { once } from 'node:events';
import { watch } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..', '..');
const SOURCES = ['credentials', 'nodes'];
/** What `gulp assets` copies: icons, codex files and output previews. */
const ASSETS = ['.json', '.svg'];

export interface BuildEvents {
	/** @param files paths of what was written, relative to the package */
	onBuilt: (files: string[]) => void;
	/** What was built before stays. @param text the compiler's errors, to be shown */
	onErrors: (text: string) => void;
}

/**
 * Builds the package of this project into `folder`, and again whenever a source, icon or JSON file is saved.
 *
 * @returns after the first try, which can have ended with errors
 */
export async function watchPackage(folder: string, events: BuildEvents): Promise<{ close(): Promise<void> }> {
	await mkdir(folder, { recursive: true });
	await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
	for (const source of SOURCES) await copyAssets(source, folder);

	const compiler = watchTypeScript(folder, events);
	const assets = SOURCES.map((source) => watchAssets(source, folder, events));
	return {
		close: async () => {
			compiler.close();
			await Promise.all(assets.map(async (watching) => await watching.close()));
		},
	};
}

/** `tsc --watch`. A build with errors writes nothing: n8n goes on with the last one that had none. */
function watchTypeScript(
	folder: string,
	{ onBuilt, onErrors }: BuildEvents,
): ts.WatchOfConfigFile<ts.BuilderProgram> {
	let errors: ts.Diagnostic[] = [];
	let written: string[] = [];
	const system: ts.System = {
		...ts.sys,
		writeFile: (path, ...content) => {
			written.push(relative(folder, path));
			ts.sys.writeFile(path, ...content);
		},
	};
	const host = ts.createWatchCompilerHost(
		join(ROOT, 'tsconfig.json'),
		{ outDir: join(folder, 'dist'), noEmitOnError: true },
		system,
		ts.createEmitAndSemanticDiagnosticsBuilderProgram,
		(error) => errors.push(error),
		(_status, _newLine, _options, errorCount) => {
			if (errorCount === undefined) return; // it begins
			if (errorCount === 0) onBuilt(written);
			else onErrors(textOf(errors));
			errors = [];
			written = [];
		},
	);
	return ts.createWatchProgram(host);
}

function textOf(errors: ts.Diagnostic[]): string {
	const format = process.stdout.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
	return format(errors, {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => ROOT,
		getNewLine: () => '\n',
	}).trimEnd();
}

/** One copy after the other, the last one after the last save: `fs/promises.watch` loses what comes meanwhile. */
function watchAssets(
	source: string,
	folder: string,
	{ onBuilt, onErrors }: BuildEvents,
): { close(): Promise<void> } {
	let copied = Promise.resolve();
	const watcher = watch(join(ROOT, source), { recursive: true }, (_event, filename) => {
		if (filename === null || !ASSETS.includes(extname(filename))) return;
		copied = copied
			.then(async () => await copyAssets(source, folder))
			.then(
				() => onBuilt([join('dist', source, filename)]),
				(error: Error) => onErrors(error.message),
			);
	});
	return {
		close: async () => {
			const closed = once(watcher, 'close');
			watcher.close();
			await closed;
			await copied;
		},
	};
}

const copyAssets = (source: string, folder: string): Promise<void> =>
	cp(join(ROOT, source), join(folder, 'dist', source), {
		recursive: true,
		filter: (path) => extname(path) === '' || ASSETS.includes(extname(path)),
	});
