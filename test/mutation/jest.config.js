const base = require('../../jest.config.json');

/** Tests of decisions, without n8n or HTTP: only these say whether a mutant survives, so that each says it fast. */
const tests = [
	'execution/{canonicalJson,identity,memory,order}',
	'fields/{dates,dates.presets,period.span,update}',
	'resources/{accountLog/idempotency,person/match,recordsOf}',
	'transport/{delivery.attempts,delivery.attempts.errors,nextPage,outcome,pages.limit,pages.places}',
	'transport/{request.sent,retry,waiting,waiting.older}',
	'trigger/{lists,memory,news,progress,watching,watching.parts}',
];

module.exports = {
	...base,
	rootDir: '../..',
	testMatch: tests.map((files) => `<rootDir>/test/nodes/AudiencePage/${files}.test.ts`),
	setupFiles: [],
	/** A mutant that never ends is soon known: these tests wait for nothing. */
	testTimeout: 3000,
};
