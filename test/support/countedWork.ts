/** The node's own code, in which each call of a function and each round of a loop counts as one unit of work. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import ts from 'typescript';

const requireHere = createRequire(__filename) as (name: string) => unknown;

const UNIT = '__unit';

const isLoop = (node: ts.Node): node is ts.IterationStatement =>
	ts.isForStatement(node) ||
	ts.isForOfStatement(node) ||
	ts.isForInStatement(node) ||
	ts.isWhileStatement(node) ||
	ts.isDoStatement(node);

/** Puts a call of `__unit` at the beginning of each function and of each round of a loop. */
const counting: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
	const { factory } = context;
	const unit = () =>
		factory.createExpressionStatement(
			factory.createCallExpression(factory.createIdentifier(UNIT), undefined, []),
		);
	const withUnit = (body: ts.Statement | ts.Expression): ts.Block => {
		if (ts.isBlock(body)) return factory.updateBlock(body, [unit(), ...body.statements]);
		return factory.createBlock([unit(), ts.isExpression(body) ? factory.createReturnStatement(body) : body]);
	};
	const visit = (node: ts.Node): ts.Node => {
		const inner = ts.visitEachChild(node, visit, context);
		const isCode = (ts.isFunctionLike(inner) && 'body' in inner && inner.body) || isLoop(inner);
		if (!isCode) return inner;
		const body = isLoop(inner) ? inner.statement : (inner.body as ts.ConciseBody);
		return ts.visitEachChild(inner, (child) => (child === body ? withUnit(body) : child), context);
	};
	return ts.visitNode(file, visit) as ts.SourceFile;
};

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
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	most = 0;
	turn();
	await work().finally(() => (isAtWork = false));
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
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
		compilerOptions,
		transformers: { before: [counting] },
	});
	const requireFrom = (name: string): unknown =>
		name.startsWith('.') ? loadCounted(resolve(dirname(file), name)) : requireHere(name);
	const parameters = ['module', 'exports', 'require', UNIT];
	const run = compileFunction(outputText, parameters, { filename: file }) as (...given: unknown[]) => void;
	run(module, module.exports, requireFrom, doUnit);
	return module.exports;
}
