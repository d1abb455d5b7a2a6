/** Successes without a record, such as gateways give: whatever stands in them, they are no output. */
import fc from 'fast-check';

import { runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useVirtualTime } from '../../../support/virtualTime';
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

const run = async (parameters: (typeof runnable)[number]['parameters']) =>
	await runNode({ url: server.url, apiKey: 'key' }, parameters, { items: [{}] });

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
