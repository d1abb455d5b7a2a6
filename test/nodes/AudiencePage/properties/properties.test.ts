import fc from 'fast-check';

import { cases } from '../../../support/cases';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { Checker } from './check';
import { operations } from './derived';
import { setsFor } from './operation';

const SETS = cases(550);

const seed = Number(process.env.PROPERTIES_SEED ?? 20260131);

/** An empty list, an empty conversation, a snapshot that was restored, and what each single record has. */
const ANSWER = JSON.stringify({
	...{ items: [], hasMore: false, nextCursor: null, totalCount: 0, messages: [], success: true },
	...{ accountLogId: 'account_log_1', personId: 'person_1', audienceId: 'audience_1' },
	...{ accountId: 'account_1', pageId: 'page_1', topicEntryId: 'topic_entry_1', totalSessions: 0 },
});

let service: WebServer;
beforeAll(async () => {
	const headers = { 'content-type': 'application/json' };
	service = await startWebServer(() => ({ status: 200, headers, body: ANSWER }));
});
afterAll(async () => await service.close());

test.each(operations.map((operation) => [operation.described.name, operation] as const))(
	'%s sends what is valid as it was meant, and refuses the rest by the name of the field',
	async (_name, operation) => {
		const checker = new Checker(operation, service);
		const property = fc.asyncProperty(setsFor(operation), async (givens) => await checker.check(givens));
		await fc.assert(property, { seed, numRuns: SETS });
		const { valid, invalid } = checker;
		expect(valid + invalid).toBe(SETS);
		expect(valid / SETS).toBeGreaterThanOrEqual(0.4);
		expect(invalid).toBeGreaterThan(0);
	},
);
