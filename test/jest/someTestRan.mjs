/**
 * A Jest reporter: a run whose `-t` fits no test fails, and says so. Jest itself would skip all of
 * them and be content.
 */
export default class SomeTestRan {
	constructor({ testNamePattern }) {
		this.pattern = testNamePattern;
	}

	onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
		if (!this.pattern || numPassedTests + numFailedTests > 0) return;
		this.error = new Error(`No test has ${this.pattern} in its name`);
		console.error(this.error.message);
	}

	getLastError() {
		return this.error;
	}
}
