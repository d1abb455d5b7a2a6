import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';

const folder = 'test/nodes/AudiencePage';

/** The tests of operations, pickers and events once more, with Prism as a proxy between the node and the sandbox. */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: [
			`${folder}/{answers,everyOperation}.test.ts`,
			`${folder}/{execution,fields,methods,resources,trigger}/**/*.test.ts`,
			'test/judges/prism.test.ts',
		],
		exclude: [
			// These violate the interface on purpose, or have a connection break, which Prism would answer.
			`${folder}/execution/{oracle,run}.test.ts`,
			`${folder}/resources/accountLog/createOrFindEntry.test.ts`,
			`${folder}/resources/person/upsert.{answers,load,lost}.test.ts`,
			// The same requests as of other tests, thousands of times, or none.
			`${folder}/trigger/{simulation/**,{wanted,watchPages}.test.ts}`,
			`${folder}/execution/plainExpression.test.ts`,
			'**/node_modules/**',
		],
		globalSetup: 'test/judges/install.ts',
		setupFiles: [...usual.test.setupFiles, 'test/judges/throughPrism.ts'],
	},
});
