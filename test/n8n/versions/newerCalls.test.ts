import { join, relative } from 'node:path';
import ts from 'typescript';
import { OLDEST_N8N } from '../harness/install';

const ROOT = join(__dirname, '..', '..', '..');
const MODULES = join(OLDEST_N8N, 'node_modules');

/** All that the sources call and the oldest n8n does not have, as the compiler says it; and why that does no harm. */
const NEWER = [
	// It ignores the signal. Whoever waits stops waiting all the same: the sleep is raced against the signal.
	'nodes/AudiencePage/transport/delay.ts: Expected 1 arguments, but got 2.',
	// The same: a poll that has ended does not look at the sleep any more.
	'nodes/AudiencePage/trigger/deadline.ts: Expected 1 arguments, but got 2.',
	// It is called where it is there; elsewhere a poll takes its usual time.
	"nodes/AudiencePage/trigger/poll.ts: Property 'getPollBudgetMs' does not exist on type 'Partial<IPollFunctions>'.",
];

/** The sources, compiled with the types of the oldest n8n in place of those of the newest. */
function complaints(): string[] {
	const { fileNames, options } = ts.parseJsonConfigFileContent(
		ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys)).config,
		ts.sys,
		ROOT,
	);
	const program = ts.createProgram(fileNames, {
		...options,
		noEmit: true,
		baseUrl: MODULES,
		paths: { '*': ['*'] },
		typeRoots: [join(MODULES, '@types')],
		types: ['node'],
	});
	expect(program.getSourceFile(join(MODULES, 'n8n-workflow/dist/esm/interfaces.d.ts'))).toBeDefined();
	return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
		const path = file === undefined ? '' : relative(ROOT, file.fileName);
		return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
	});
}

describe('what is newer than the oldest n8n', () => {
	it('is called only where it is known to do no harm', () => {
		// What n8n's AI builder reads, other versions keep and ignore.
		expect(complaints().filter((complaint) => !/builderHint/i.test(complaint))).toEqual(NEWER);
	});
});
