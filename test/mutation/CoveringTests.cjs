const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestRunner } = require('jest-runner');

/**
 * Jest's runner of test files, for Stryker, which asks for the tests that reach a mutant by their
 * names only: Jest would load every file to look for them. This one notes the names of each file in
 * Stryker's first run, which has all tests. Later it runs only the files that have those that are
 * asked for, the quickest first, until a test fails: then the mutant is killed.
 */
module.exports = class CoveringTests extends TestRunner {
	async runTests(tests, watcher, options) {
		const { rootDir, testNamePattern } = this._globalConfig;
		const notes = join(rootDir, 'testNames.json');
		if (testNamePattern === undefined || !existsSync(notes)) {
			const files = {};
			this.on('test-file-success', ([{ path }, { perfStats, testResults }]) => {
				files[path] = {
					names: testResults.map(({ fullName }) => fullName),
					milliseconds: perfStats.runtime,
				};
			});
			await super.runTests(tests, watcher, options);
			writeFileSync(notes, JSON.stringify(files));
			return;
		}

		const files = JSON.parse(readFileSync(notes, 'utf8'));
		const pattern = new RegExp(testNamePattern);
		const covering = tests
			.filter(({ path }) => files[path]?.names.some((name) => pattern.test(name)))
			.sort((a, b) => files[a.path].milliseconds - files[b.path].milliseconds);
		let isKilled = false;
		this.on('test-file-success', ([, { numFailingTests }]) => {
			isKilled ||= numFailingTests > 0;
		});
		this.on('test-file-failure', () => {
			isKilled = true;
		});
		for (const test of covering) {
			await super.runTests([test], watcher, options);
			if (isKilled) return;
		}
	}
};
