/** Successes without a record, such as gateways give: whatever stands in them, they are no output. */
import fc from 'fast-check';

import { runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useVirtualTime } from '../../../support/virtualTime';
import type { WorkflowOptions } from '../../../support/workflow';
import { startWebServer, type WebServer } from '../../../support/webServer';

useVirtualTime();

let body: string | undefined;
let server: WebServer;
beforeAll(async () => (server = await startWebServer(() => ({ status: 200, body }))));
afterAll(() => server.close());

/** What may be answered with nothing: it adds no record, and repeating it does no harm. */
const mayBeEmpty = runnable.filter(({ name }) => /\.update$|\.restore$/.test(name));
const givesRecords = runnable.filter((operation) => !mayBeEmpty.includes(operation));

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const withoutRecord = fc.oneof(
	fc.constantFrom(undefined, 'null', '{}', '[]', '""', '"ok"', '{"accepted":true}', '{"data":{}}'),
	fc
		.dictionary(
			word.filter((name) => !/^(error|errors|items)$/.test(name)),
			word,
		)
		.map((fields) => JSON.stringify(fields)),
);
const withError = word.chain((said) =>
	fc
		.constantFrom({ error: said }, { error: { message: said } }, { errors: [{ detail: said }] })
		.map((error) => ({
			said,
			text: JSON.stringify(error),
		})),
);

const run = async (parameters: (typeof runnable)[number]['parameters'], options: WorkflowOptions = {}) =>
	await runNode({ url: server.url, apiKey: 'key' }, parameters, { items: [{}], ...options });

test.each(mayBeEmpty)('$name is done where the answer is empty, and only then', async ({ parameters }) => {
	for (const empty of [undefined, 'null', '{}']) {
		body = empty;
		expect((await run(parameters)).error).toBeUndefined();
	}
	for (const other of ['{"message":"Service unavailable"}', '{"success":"false"}', '{"data":{}}', '"ok"']) {
		body = other;
		expect((await run(parameters)).error?.message).toMatch(/did not (return|restore)|answered without/);
	}
});

const creations = runnable.filter(({ name }) => /^(audience|person)\.create$/.test(name));

test.each(creations)('$name is sent once where an error comes with a success', async ({ parameters }) => {
	body = '{"error":"upstream timed out","personId":"person_1","audienceId":"audience_1"}';
	server.requests.length = 0;
	const { error } = await run(parameters, { retryOnFail: true, maxTries: 3 });
	expect(error?.message).toContain('upstream timed out. The request may have succeeded');
	expect(server.requests).toHaveLength(1);
});

test.each(givesRecords)('$name puts out nothing that the service did not give', async ({ parameters }) => {
	await fc.assert(
		fc.asyncProperty(withoutRecord, async (answer) => {
			body = answer;
			const { error, items } = await run(parameters);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/The service (answered without|did not return)|could not be read/);
		}),
		{ numRuns: 15 },
	);
});

test.each(runnable)(
	'$name ends in the words of an error that comes with a success',
	async ({ parameters }) => {
		await fc.assert(
			fc.asyncProperty(withError, async ({ said, text }) => {
				body = text;
				const { error, items } = await run(parameters);
				expect(items).toEqual([]);
				expect(error?.message).toContain(said);
			}),
			{ numRuns: 5 },
		);
	},
);
