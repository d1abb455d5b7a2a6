/** Successes without a record, such as gateways give: whatever stands in them, they are no output of any operation. */
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

type Operation = (typeof runnable)[number];

/** What may be answered with nothing: it adds no record, and repeating it does no harm. */
const mayBeEmpty = ({ name }: Operation): boolean => /\.update$|\.restore$/.test(name);

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const ofWords = fc.dictionary(
	word.filter((name) => !/^(error|errors|items|success)$/.test(name)),
	word,
	{ minKeys: 1 },
);
const gatewaySays = fc.constantFrom(
	...['[]', '"ok"', '{"accepted":true}', '{"data":{}}', '{"status":"error"}', '{"success":"false"}'],
);
const nothing = fc.constantFrom(undefined, 'null', '{}');

async function answered(parameters: Operation['parameters'], text: string | undefined) {
	body = text;
	return await runNode({ url: server.url, apiKey: 'key' }, parameters, { items: [{}] });
}

test.each(runnable)('$name puts out nothing that the service did not give', async (operation) => {
	const { parameters } = operation;
	for (const empty of mayBeEmpty(operation) ? [undefined, 'null', '{}'] : [])
		expect((await answered(parameters, empty)).error).toBeUndefined();

	const said = fc.oneof(
		gatewaySays,
		ofWords.map((words) => JSON.stringify(words)),
	);
	await fc.assert(
		fc.asyncProperty(mayBeEmpty(operation) ? said : fc.oneof(said, nothing), async (text) => {
			const { error, items } = await answered(parameters, text);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/The service (answered without|did not re)|could not be read/);
		}),
		{ numRuns: 15 },
	);
});
