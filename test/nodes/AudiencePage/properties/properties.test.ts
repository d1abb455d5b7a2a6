/**
 * Fills the form of every operation with random values, and holds what it sends or refuses against
 * openapi.yaml.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { judgeRequest, operationOf, type RequestValues } from '../../../service/judge';
import { casesOf } from '../../../support/cases';
import { nested } from '../../../support/description';
import { runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { operations, type Operation } from './derived';
import { group } from './fields';
import { filledForm, requestMeant, type Given } from './given';
import { isUtf8 } from './values';

const SETS = casesOf(69);
const seed = Number(process.env.PROPERTIES_SEED ?? 20260131);

/**
 * What an operation may look for: lists with nothing in them, what came of a request, and the ID of
 * each record.
 */
const ANSWER = JSON.stringify({
	...Object.fromEntries(runnable.map(({ idField }) => [idField, `the ${idField}`])),
	...Object.fromEntries(runnable.map(({ listName = 'items' }) => [listName, []])),
	...{ hasMore: false, nextCursor: null, totalCount: 0, success: true, totalSessions: 0 },
});

let service: WebServer;
beforeAll(async () => {
	service = await startWebServer(() => ({ body: ANSWER }));
});
afterAll(async () => await service.close());

/**
 * Whether an ID leads out of its place in a path, at the latest where a server on the way decodes
 * it.
 */
const climbs = (id: string): boolean =>
	id.split(/[/\\]/).some((piece) => piece === '.' || piece === '..');

/**
 * The parts that the service's interface allows and UTF-8 or HTTP does not. An ID that is empty is
 * missing already.
 */
const unfit = (request: RequestValues): string[][] =>
	(['path', 'query', 'body'] as const).flatMap((place) =>
		Object.entries(request[place] ?? {})
			.filter(([, value]) => !isUtf8(value) || (place === 'path' && climbs(String(value))))
			.map(([name]) => [place, name]),
	);

const isWithin = (inner: string[], outer: string[]): boolean =>
	outer.every((key, index) => inner[index] === key);

/** The parameters that a wrong part of the request comes from, or that it is missing from. */
function parametersAt(part: string[], givens: Given[]): string[] {
	const found = givens.filter(({ at }) => at && (isWithin(part, at) || isWithin(at, part)));
	if (found.length === 0)
		throw new Error(`No field was given for ${part.join('.')}, which is wrong`);
	return found.map(({ parameter }) => parameter);
}

/** Expects that what came over the wire is the request that was meant, and says what differs. */
function expectAsMeant({ operationId, readFirst }: Operation, meant: RequestValues): void {
	const written = service.requests.filter(
		(one) => `${one.method} ${one.path.split('?')[0]}` !== readFirst,
	);
	const [came, ...others] = written;
	expect(others).toEqual([]);
	if (came === undefined) throw new Error('Nothing was sent');
	const { method, path: template } = operationOf(operationId);
	const [path = '', query = ''] = came.path.split('?');
	const expected = template.split('/').map((segment) => {
		const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
		return name === undefined ? segment : String(meant.path[name]);
	});
	const queryMeant = Object.entries(meant.query).map(([name, value]) => [name, String(value)]);
	// In one go: an expectation takes longer than what it looks at.
	expect({
		method: came.method,
		path: path.split('/').map(decodeURIComponent),
		query: [...new URLSearchParams(query)].sort(),
	}).toEqual({ method, path: expected, query: queryMeant.sort() });
	if (meant.body === undefined) return expect(came.rawBody).toBe('');

	expect(came.headers['content-type']).toBe('application/json');
	const sent = JSON.parse(came.rawBody) as { idempotencyKey?: unknown };
	// The node makes some keys itself; which, other tests say.
	if (/^[0-9a-f]{64}$/.test(String(sent.idempotencyKey))) delete sent.idempotencyKey;
	const { payload } = meant.body as { payload?: unknown };
	if (!isDeepStrictEqual(sent, JSON.parse(JSON.stringify(meant.body))))
		throw new Error(`The body was ${came.rawBody}`);
	if (payload !== undefined) expect(came.rawBody).toContain(`"payload":${JSON.stringify(payload)}`);
}

/** Runs an operation: in which words it refuses what it was given, if it does. */
async function run(
	operation: Operation,
	{ parameters, item }: ReturnType<typeof filledForm>,
): Promise<string | undefined> {
	const { resource, operation: name } = operation.described;
	service.requests.length = 0;
	try {
		const { error } = await runNode(
			{ url: service.url, apiKey: 'key-of-a-test' },
			{ resource, operation: name, ...parameters },
			{ items: [item], executionId: 'one' },
		);
		return error?.message;
	} catch (error) {
		// A required field that was left empty on the form: n8n does not even start the node.
		const [, field] = /Parameter "(.+)" is required/.exec((error as Error).message) ?? [];
		if (field === undefined) throw error;
		return `${field} is required`;
	}
}

/**
 * Expects that nothing was sent, and one of the faults is named: of a part of a structured field,
 * the field itself.
 */
function expectRefused(
	message: string | undefined,
	faults: string[],
	labels: Map<string, string>,
): void {
	const names = faults.map((fault) => labels.get(fault.split('.').slice(0, 2).join('.')));
	const isNamed = names.some(
		(name) => name && message?.startsWith(name) && /^[ ,]/.test(message.slice(name.length)),
	);
	if (!isNamed)
		throw new Error(`To be refused for ${names.join(', ')}, but with the words: ${message}`);
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

test.each(operations.map((operation) => [operation.described.name, operation] as const))(
	'%s sends what is valid as it was meant, and refuses the rest by the name of the field',
	async (_name, operation) => {
		const { operationId, rules, described } = operation;
		const judge = judgeRequest(operationId);
		const fields = described.fields.flatMap((field) => nested(field));
		const labels = new Map(fields.map(([path, { displayName }]) => [path, displayName]));
		let valid = 0;

		// Most with usual values alone, the others with one field gone wild.
		const { usual, wild } = group(operation.fields);
		const sets = fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: wild });
		const property = fc.asyncProperty(sets, async (givens) => {
			const message = await run(operation, filledForm(givens));
			const request = requestMeant(operationId, givens);
			const wrong = [...judge(request), ...unfit(request)];
			const faults = wrong.flatMap((part) => parametersAt(part, givens));
			faults.push(...rules.flatMap((rule) => rule(givens)));
			if (faults.length === 0) {
				valid++;
				if (message !== undefined) throw new Error(`Refused, though it is valid: ${message}`);
				expectAsMeant(operation, request);
			} else {
				expectRefused(message, faults, labels);
			}
		});
		await fc.assert(property, { seed, numRuns: SETS });
		expect(valid / SETS).toBeGreaterThanOrEqual(0.1);
		// A form without fields can't be filled in wrongly.
		expect(valid < SETS).toBe(operation.fields.length > 0);
	},
);
