/** Wherever a service repeats the key in its answers, however it writes it: what is told of an answer is without it. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { redactAndRethrow } from '../../../../nodes/AudiencePage/transport/redactErrors';
import { watchedBy } from '../../../support/everyEvent';
import { runnableNamed } from '../../../support/everyOperation';
import { aKey, ENCODINGS, textsIn, textsWith } from '../../../support/keys';
import { byEmail, byId } from '../../../support/locators';
import { cases } from '../../../support/cases';
import { openPicker, runNode } from '../../../support/runNode';
import type { Answer } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';
import type { Service } from '../../../support/workflow';
import { startWebServer, type WebServer } from '../../../support/webServer';

const seed = Number(process.env.PROPERTIES_SEED ?? 20260131);

useVirtualTime();
let server: WebServer;
let answer: (path: string) => Answer;
beforeAll(async () => {
	server = await startWebServer((path) => {
		const { status = 200, headers, body } = answer(path);
		const isText = typeof body === 'string';
		const type = { 'content-type': isText ? 'text/html' : 'application/json' };
		return { status, headers: { ...type, ...headers }, body: isText ? body : JSON.stringify(body) };
	});
});
afterAll(async () => await server.close());

const ada = { name: 'Ada', email: 'ada@acme.com' };
const people = (...ids: string[]) => ({
	items: ids.map((personId) => ({ ...ada, personId })),
	hasMore: false,
});
const parametersOf = (operation: string) => runnableNamed(operation).parameters;
const updateAda = { ...parametersOf('person.update'), personId: byEmail(ada.email) };
const createEntry = parametersOf('accountLog.create');
const getPeople = { ...parametersOf('person.getAll'), returnAll: true };
const isSearch = (path: string) => path.startsWith('/v0/persons/search');

type AnswerFor = (repeated: string, path: string) => Answer;

/** Where a service can repeat the key so that it is told: the operation, and what is answered. */
const PLACES: Record<string, [INodeParameters, AnswerFor]> = {
	'a message': [createEntry, (key) => ({ status: 401, body: { message: `Who is ${key}?` } })],
	'a text': [createEntry, (key) => ({ status: 500, body: `Who is ${key}?` })],
	'the title of a page': [
		createEntry,
		(key) => ({ status: 403, body: `<html><title>${key}</title></html>` }),
	],
	'a page that answers 200': [getPeople, (key) => ({ body: `<html><h1>Who is ${key}?</h1></html>` })],
	'a list of errors': [
		createEntry,
		(key) => ({ status: 422, body: { errors: [{ detail: key }, `${key} again`] } }),
	],
	'a conflict': [createEntry, (key) => ({ status: 409, body: { error: { message: `${key} ECONNRESET` } } })],
	'headers of a limit': [
		createEntry,
		(key) => ({ status: 429, headers: { 'retry-after': '999', 'x-key': key }, body: { message: key } }),
	],
	'an answer that is lost': [
		parametersOf('person.create'),
		(key) => ({ status: 502, body: { message: key } }),
	],
	'the IDs of several people': [updateAda, (key) => ({ body: people('p1', key, `p-${key}`) })],
	'the ID of nobody': [
		updateAda,
		(key, path) => (isSearch(path) ? { body: people(`p-${key}`) } : { status: 404, body: '' }),
	],
	'a cursor': [
		getPeople,
		(key) => ({ body: { items: [], hasMore: true, nextCursor: key, totalCount: key } }),
	],
	'a list that is none': [getPeople, (key) => ({ body: { items: key } })],
};

const MANNERS = Object.entries(ENCODINGS);
const aManner = fc.constantFrom(...MANNERS);

/** Expects of all that `tell` gives for services that repeat a key that it is told without it. */
async function expectHidden(
	answerFor: AnswerFor,
	tell: (service: Service, repeated: string) => Promise<unknown>,
): Promise<void> {
	const check = async (apiKey: string, [, encode]: (typeof MANNERS)[number]) => {
		const repeated = encode(apiKey);
		answer = (path) => answerFor(repeated, path);
		const told = textsIn(await tell({ url: server.url, apiKey }, repeated));
		expect(told).not.toEqual([]);
		expect(textsWith(repeated, told)).toEqual([]);
		expect(textsWith(apiKey, told)).toEqual([]);
	};
	await fc.assert(fc.asyncProperty(aKey, aManner, check), { seed, numRuns: cases(20) });
}

const failureOf = async (running: Promise<unknown>) => await running.catch((error: Error) => error);

describe.each(Object.entries(PLACES))('In %s', (_place, [parameters, answerFor]) => {
	test('it is in no error, error item, hint or memory', async () => {
		await expectHidden(answerFor, async (service) => {
			const stopped = await runNode(service, parameters);
			const continued = await runNode(service, parameters, { onError: 'continueRegularOutput' });
			expect(stopped.error).toBeDefined();
			return [stopped.error, stopped.kept, stopped.hints, continued.json, continued.hints];
		});
	});
});

const notFound: Answer = { status: 404, body: '' };

test.each<[string, AnswerFor]>([
	['a message', PLACES['a message']![1]],
	['a page that answers 200', PLACES['a page that answers 200']![1]],
	['the path of an ID', () => notFound],
])('In %s, it is in no error of pickers and triggers', async (_place, answerFor) => {
	await expectHidden(answerFor, async (service, repeated) => {
		const pageId = `page-${encodeURIComponent(repeated)}`;
		const { parameters } = watchedBy('audienceCreated');
		const trigger = new Trigger(service, { ...parameters, pageId: byId(pageId) });
		const errors = [
			await failureOf(openPicker(service, 'searchAudiences', { parameters: { pageId } })),
			await failureOf(trigger.activate()),
			await failureOf(trigger.fetchTestEvent()),
		];
		return [errors, trigger.staticData, trigger.warnings];
	});
});

test('It is taken out of an error however deep it is wrapped, and whatever the error lets be changed', async () => {
	const apiKey = 'key-of-a-test';
	const context = { getCredentials: async () => await Promise.resolve({ apiKey }) };
	const cause = Object.defineProperty(new Error(`Who is ${apiKey}?`), 'message', { writable: false });
	const wrapped = new Error(`Who is ${apiKey}?`, { cause });
	const error = await redactAndRethrow(context as never)(wrapped).catch((same: Error) => same);
	expect(error).toBe(wrapped);
	expect(error.message).toContain('Who is (API key)?');
	expect(error.stack).not.toContain(apiKey);
	expect((error.cause as Error).stack).not.toContain(apiKey);
});
