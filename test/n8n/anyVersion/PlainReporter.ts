import { stripVTControlCharacters } from 'node:util';

import type { AssertionResult, Reporter, Test, TestResult } from '@jest/reporters';

type State = AssertionResult['status'];

const WORDS: Partial<Record<State, string>> = { passed: 'holds', failed: 'BREAKS' };
const INDENT = 4;

/** Jest ends what a test fails by with the calls that led there. */
const CALLS = /\n\s+at [^]*$/;

/** An error with what differs from what it should be, below its title. */
function details(failure: string): string[] {
	const text = stripVTControlCharacters(failure).replace(CALLS, '').trim();
	return text.split('\n').map((line) => ' '.repeat(INDENT) + line);
}

/** What is printed for a test. */
export const linesOf = (name: string, state: State, failures: readonly string[] = []): string[] => [
	`${WORDS[state] ?? 'not reached'}: ${name}`,
	...failures.flatMap(details),
];

/** Says of each test, as it ends, whether what its name says holds; and what else went wrong. */
export default class PlainReporter implements Pick<Reporter, 'onTestCaseResult' | 'onTestResult'> {
	onTestCaseResult(_test: Test, { title, status, failureMessages }: AssertionResult): void {
		print(linesOf(title, status, failureMessages));
	}

	/** As of an n8n that leaves the API key where it can be read. */
	onTestResult(_test: Test, { testExecError }: TestResult): void {
		if (testExecError === undefined) return;
		const failure = testExecError.stack ?? testExecError.message;
		print(linesOf('n8n starts, ends, and leaves the API key nowhere', 'failed', [failure]));
	}
}

const print = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
