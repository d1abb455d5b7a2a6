const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const SingleContextEnvironment = require('jest-environment-node-single-context');

/**
 * As it was before Jest wrapped it, which it does for each test file; the wrapper holds on to all
 * of the file.
 */
const exit = process.exit.bind(process);

/** Below it, a collection is not worth its time. */
const MUCH = 300 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/**
 * The process's own globals, and what a file has left behind collected: where a machine has much
 * memory, Node leaves it for long, and a worker that has run many test files would need more than
 * one that has run a few.
 */
module.exports = class TestEnvironment extends SingleContextEnvironment {
	async teardown() {
		process.exit = exit;
		await super.teardown();
		if (process.memoryUsage().heapUsed > MUCH) collectGarbage();
	}
};
