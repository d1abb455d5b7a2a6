import { join } from 'node:path';
import usual from '../../jest.config.js';

/**
 * Tests of decisions, without n8n or HTTP: only these say whether a mutant survives, so that each
 * says it fast.
 */
const tests = [
	'execution/{creations,identity,nodeExecution,scheduler}',
	'fields/{dates,list.flows,period,update}',
	'resources/{accountLog/idempotency,operation,person/matching}',
	'shared/hash',
	'transport/{apiClient.attempts,delay,outcome,pagination,request,retry}',
	'trigger/{allPages,deliveredRecords,listReaders,pollList,state}',
];

export default {
	...usual,
	testMatch: tests.map((files) => `<rootDir>/test/nodes/AudiencePage/${files}.test.ts`),
	setupFiles: ['<rootDir>/test/support/isolation.ts'],
	roots: ['<rootDir>/nodes', '<rootDir>/test'],
	// Stryker runs the tests in its own processes, and puts its environment around ours.
	workerIdleMemoryLimit: undefined,
	testEnvironment: join(usual.rootDir, 'test', 'mutation', 'environment.mjs'),
	transformIgnorePatterns: [...usual.transformIgnorePatterns, '/node_modules/@stryker-mutator/'],
};
