import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestResult, TestSuite } from 'vitest/node';

const WORDS: Record<TestResult['state'], string> = {
	passed: 'holds',
	failed: 'BREAKS',
	skipped: 'not reached',
	pending: 'not reached',
};
const INDENT = 4;

/** What a test, or what comes with it, fails by. */
type Failure = Pick<SerializedError, 'message'> & { diff?: string };

/** An error with what differs from what it should be, below its title. */
function details({ message, diff = '' }: Failure): string[] {
	const text = stripVTControlCharacters(`${message}\n${diff}`).trim();
	return text.split('\n').map((line) => ' '.repeat(INDENT) + line);
}

/** What is printed for a test. */
export const linesOf = (
	name: string,
	state: TestResult['state'],
	errors: readonly Failure[] = [],
): string[] => [`${WORDS[state]}: ${name}`, ...errors.flatMap(details)];

/** Says of each test, as it ends, whether what its name says holds; and what else went wrong. */
export default class PlainReporter implements Reporter {
	onTestCaseResult(test: TestCase): void {
		const { state, errors } = test.result();
		print(linesOf(test.name, state, errors));
	}

	onTestSuiteResult(suite: TestSuite): void {
		this.onErrors(suite.errors());
	}

	onTestModuleEnd(module: TestModule): void {
		this.onErrors(module.errors());
	}

	onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
		this.onErrors(errors);
	}

	/** As of an n8n that doesn't start, or leaves the API key where it can be read. */
	private onErrors(errors: readonly SerializedError[]): void {
		if (errors.length > 0)
			print(linesOf('n8n starts, ends, and leaves the API key nowhere', 'failed', errors));
	}
}

const print = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
