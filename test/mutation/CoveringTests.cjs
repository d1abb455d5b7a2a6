const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestRunner } = require('jest-runner');

/**
 * Jest's runner of test files, for Stryker, which asks for the tests that reach a mutant by their
 * names only: Jest would load every file to look for them. This one notes the tests of each file in
 * Stryker's first run, which has all of them. Later it runs only the files that have those that are
 * asked for, the quickest first, until one fails: then the mutant is killed.
 */
module.exports = class CoveringTests extends TestRunner {
	async runTests(tests, watcher, options) {
		const { rootDir, testNamePattern } = this._globalConfig;
		const notes = join(rootDir, 'testsByFile.json');
		if (testNamePattern === undefined || !existsSync(notes)) {
			await this.noteTests(tests, watcher, options, notes);
			return;
		}
		const testsByFile = JSON.parse(readFileSync(notes, 'utf8'));
		const pattern = new RegExp(testNamePattern);
		const covering = tests
			.map((test) => ({
				test,
				durations: (testsByFile[test.path] ?? [])
					.filter(({ name }) => pattern.test(name))
					.map(({ duration }) => duration),
			}))
			.filter(({ durations }) => durations.length > 0)
			.sort((a, b) => sum(a.durations) - sum(b.durations));
		await this.runUntilOneFails(covering, watcher, options);
	}

	async noteTests(tests, watcher, options, notes) {
		const testsByFile = {};
		this.on('test-file-success', ([{ path }, { testResults }]) => {
			testsByFile[path] = testResults.map(({ fullName, duration }) => ({
				name: fullName,
				duration: duration ?? 0,
			}));
		});
		await super.runTests(tests, watcher, options);
		writeFileSync(notes, JSON.stringify(testsByFile));
	}

	async runUntilOneFails(covering, watcher, options) {
		let isKilled = false;
		this.on('test-file-success', ([, { numFailingTests }]) => {
			isKilled ||= numFailingTests > 0;
		});
		this.on('test-file-failure', () => {
			isKilled = true;
		});
		for (const { test } of covering) {
			await super.runTests([test], watcher, options);
			if (isKilled) return;
		}
	}
};

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
