/**
 * The node's own code, in which each call of a function and each round of a loop counts as one unit
 * of work.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';

const requireHere = createRequire(__filename) as (name: string) => unknown;

const UNIT = '__unit';

/** A text with a call of `__unit` at the beginning of each function and of each round of a loop. */
function counting(text: string, file: string): string {
	const inserted: Array<[at: number, text: string]> = [];
	const visit = (node: ts.Node): void => {
		const isLoop = ts.isIterationStatement(node, false);
		const body = isLoop
			? node.statement
			: (ts.isFunctionLike(node) && 'body' in node && node.body) || undefined;
		const [begin, end] = [body?.getStart() ?? 0, body?.getEnd() ?? 0];
		if (body && ts.isBlock(body)) inserted.push([begin + 1, `${UNIT}();`]);
		else if (body)
			inserted.push([begin, isLoop ? `{${UNIT}();` : `(${UNIT}(),`], [end, isLoop ? '}' : ')']);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
	// From the end, so that the places before stay.
	inserted.sort(([one], [other]) => other - one);
	return inserted.reduce((all, [at, one]) => all.slice(0, at) + one + all.slice(at), text);
}

const compilerOptions: ts.CompilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

let units = 0;
let inThisTurn = 0;
let most = 0;

function doUnit(): void {
	units++;
	most = Math.max(most, ++inThisTurn);
}

/** How many units of work have been done so far. */
export const unitsDone = (): number => units;

/** How many units of work there are in a turn of the event loop while `work` is done, at most. */
export async function mostUnitsIn(work: () => Promise<unknown>): Promise<number> {
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an
		// immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	most = 0;
	turn();
	await work().finally(() => (isAtWork = false));
	if (most === 0) throw new Error('No work of the node was counted');
	return most;
}

const loaded = new Map<string, { exports: object }>();

/** A module of the node, whose work is counted. */
export function loadCounted(path: string): object {
	const file = [`${path}.ts`, `${path}/index.ts`].find(existsSync) ?? path;
	const known = loaded.get(file);
	if (known) return known.exports;
	const module = { exports: {} };
	loaded.set(file, module);
	const { outputText } = ts.transpileModule(counting(readFileSync(file, 'utf8'), file), {
		compilerOptions,
	});
	const requireFrom = (name: string): unknown =>
		name.startsWith('.') && !name.endsWith('.json')
			? loadCounted(resolve(dirname(file), name))
			: requireHere(name.startsWith('.') ? resolve(dirname(file), name) : name);
	const parameters = ['module', 'exports', 'require', UNIT];
	const run = compileFunction(outputText, parameters, { filename: file }) as (
		...given: unknown[]
	) => void;
	run(module, module.exports, requireFrom, doUnit);
	return module.exports;
}
