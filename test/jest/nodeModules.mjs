/**
 * What lies in node_modules is loaded by Node itself, once for all test files of a worker: this
 * puts in the place of each of its files that Jest is to load one that gives what Node has loaded.
 */
import { createRequire } from 'node:module';

// The test files have the process's own globals.
globalThis.requireOnce = createRequire(import.meta.url);

export default {
	process: (_source, path) => ({
		code: `module.exports = globalThis.requireOnce(${JSON.stringify(path)});`,
	}),
};
