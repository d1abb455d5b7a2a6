import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..', '..');

/**
 * All that the sources call and the oldest n8n does not have, as the compiler says it; and why that
 * does no harm.
 */
export const HARMLESS = [
	// It is called where it is there; elsewhere the type of a tool, which ends with `Tool`, tells it.
	"nodes/AudiencePage/execution/nodeExecution.ts: 'context.isToolExecution' is of type 'unknown'.",
	// It ignores the signal. Whoever waits stops waiting all the same: the sleep is raced against the
	// signal.
	'nodes/AudiencePage/transport/delay.ts: Expected 1 arguments, but got 2.',
	// A type, of an option that an older n8n leaves aside.
	"nodes/AudiencePage/transport/errors.ts: Module '\"n8n-workflow\"' has no exported member 'Failure'.",
	// It is called where it is there; elsewhere a poll takes its usual time.
	"nodes/AudiencePage/trigger/poll.ts: Property 'getPollBudgetMs' does not exist on type 'Partial<IPollFunctions>'.",
];

/**
 * What the compiler says of the sources with the types of the n8n in a folder in place of those of
 * the newest.
 */
export function newerCalls(folder: string): string[] {
	const modules = join(folder, 'node_modules');
	const file = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
	const { fileNames, options } = ts.parseJsonConfigFileContent(file.config, ts.sys, ROOT);
	const ofFolder = { paths: { '*': ['*'] }, typeRoots: [join(modules, '@types')], types: ['node'] };
	const program = ts.createProgram(fileNames, {
		...options,
		noEmit: true,
		baseUrl: modules,
		...ofFolder,
	});
	const types = join(modules, 'n8n-workflow/dist/esm/interfaces.d.ts');
	if (program.getSourceFile(types) === undefined) throw new Error(`There are no types in ${types}`);
	const complaints = ts.getPreEmitDiagnostics(program).map(({ file: source, messageText }) => {
		const path = source === undefined ? '' : relative(ROOT, source.fileName);
		return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
	});
	// What n8n's AI builder reads, other versions keep and ignore.
	return complaints.filter((complaint) => !/builderHint/i.test(complaint));
}
