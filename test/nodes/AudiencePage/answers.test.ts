/**
 * What every operation makes of answers with something else in them than the interface says, or
 * with nothing of it.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/AudiencePage/resources';
import { rulesOf } from '../../../nodes/AudiencePage/resources/operation';
import { ApiClient } from '../../../nodes/AudiencePage/transport/apiClient';
import { optionsOf } from '../../support/description';
import { runnable, type Runnable } from '../../support/everyOperation';
import { useVirtualTime } from '../../support/virtualTime';
import { runNode } from '../../support/runNode';
import { useSandbox } from '../../support/services';
import { startWebServer, type WebServer } from '../../support/webServer';

const sandbox = useSandbox();
useVirtualTime();

let server: WebServer;
/** What is answered, the last again and again. */
let answers: unknown[] = [];

beforeAll(async () => {
	server = await startWebServer(() => ({
		body: JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]),
	}));
});
afterAll(async () => await server.close());

/** Where a value stands in another one. */
type Place = string[];

/** The places of all that is in a value, however deep. */
const placesIn = (value: unknown, place: Place = []): Place[] =>
	Object.entries(typeof value === 'object' ? (value ?? {}) : {}).flatMap(([key, inner]) => [
		[...place, key],
		...placesIn(inner, [...place, key]),
	]);

function put(root: unknown, [key = '', ...rest]: Place, value: unknown): void {
	if (typeof root !== 'object' || root === null) return;
	const record = root as Record<string, unknown>;
	if (rest.length > 0) put(record[key], rest, value);
	else record[key] = value;
}

const UNEXPECTED: Arbitrary<unknown> = fc.constantFrom<unknown>(
	...[null, undefined, '', ' ', 'text', 0, 7, -1.5, true, false, [], [null], ['text'], [[]], {}],
	...[[{}], { a: null }, { length: -1 }, [null, {}], 'https://acme.com', '+1763683200'],
);

/** Answers of which up to three places, mostly near their beginning, hold something unexpected. */
const spoilt = (sound: unknown[]): Arbitrary<unknown[]> => {
	const places = placesIn(sound).filter(({ length }) => length > 1);
	const near = places.filter(({ length }) => length <= 4);
	const place = fc.oneof(fc.constantFrom(...near), fc.constantFrom(...places));
	return fc.array(fc.tuple(place, UNEXPECTED), { minLength: 1, maxLength: 3 }).map((changes) => {
		const copy = structuredClone(sound);
		for (const [changed, value] of changes) put(copy, changed, value);
		return copy;
	});
};

/** The words of JavaScript for a mistake of the one who wrote the node. */
const MISTAKE = /cannot|undefined|is not (a|an|iterable)|Invalid|stack/i;

/** What the service gives for an operation when all is well. */
async function soundAnswers(parameters: INodeParameters): Promise<unknown[]> {
	const send = jest.spyOn(ApiClient.prototype, 'send');
	const { error } = await runNode(sandbox(), parameters);
	expect(error).toBeUndefined();
	const sound = await Promise.all(send.mock.results.map(({ value }) => value as Promise<unknown>));
	send.mockRestore();
	return sound;
}

/** Each operation, and where its form has several outputs, each of them. */
const variants = runnable.flatMap(({ name, fields, parameters }) => {
	const output = fields.find((field) => field.name === 'output');
	if (output === undefined) return [{ name, parameters }];
	return optionsOf(output).map(({ value }) => ({
		name: `${name}, ${value}`,
		parameters: { ...parameters, output: value },
	}));
});

test.each(variants)('$name ends in items or in an error in plain words', async ({ parameters }) => {
	const sound = await soundAnswers(parameters);
	expect(sound.length).toBeGreaterThan(0);
	const service = { url: server.url, apiKey: 'key-of-a-test' };
	await fc.assert(
		fc.asyncProperty(spoilt(sound), async (spoiltAnswers) => {
			answers = [...spoiltAnswers];
			const { error, json } = await runNode(service, parameters);
			expect(error?.message.replace('could not be', '') ?? '').not.toMatch(MISTAKE);
			expect(json).toEqual(json.map(() => expect.any(Object) as unknown));
		}),
		{ seed: 1, numRuns: 4 },
	);
});

/** What may be answered with nothing: it writes to the record in its path. */
const mayBeEmpty = ({ parameters }: Runnable): boolean => {
	const { record, write } = rulesOf(RESOURCES, parameters);
	return write !== undefined && record?.isInPath === true;
};
const NOTHING: unknown[] = [undefined, null, {}];

/** As gateways answer. */
const OF_GATEWAYS = [[], 'ok', { data: {} }, { status: 'error' }, { success: 'false' }, { a: 'b' }];

test.each(runnable)('$name puts out nothing that the service did not give', async (operation) => {
	const answered = async (body: unknown) => {
		answers = [body];
		return await runNode({ url: server.url, apiKey: 'key' }, operation.parameters, { items: [{}] });
	};
	const isEmptyTaken = mayBeEmpty(operation);
	for (const empty of isEmptyTaken ? NOTHING : [])
		expect((await answered(empty)).error).toBeUndefined();
	for (const body of isEmptyTaken ? OF_GATEWAYS : [...OF_GATEWAYS, ...NOTHING]) {
		const { error, items } = await answered(body);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/The service (answered without|did not re)|could not be read/);
	}
});
