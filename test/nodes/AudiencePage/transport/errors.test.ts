import {
	apiError,
	withUnknownOutcome,
	withDuplicateKey,
	detailsOfResponse,
	detailsOfNetworkError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const toldOf = (statusCode: number, body: unknown) =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

describe('An answer that is not the one asked for', () => {
	test.each([
		[400, 'Check the fields of the node'],
		[401, 'Check the API Key in the credential'],
		[403, 'Check the API Key in the credential'],
		[404, 'no record at /v0/persons/p1 (404). Check the IDs'],
		[302, 'Check the Base URL in the credential'],
		[500, 'Run the workflow again later'],
		[503, 'Run the workflow again later'],
	])('%i is told in the words of the service, with what to look at: %s', (statusCode, advice) => {
		const told = toldOf(statusCode, { message: 'As the service says' });
		expect(told.message).toBe('As the service says');
		expect(told.description).toContain(advice);
		expect(told.httpCode).toBe(String(statusCode));
	});

	test('without words it says at least what came', () => {
		expect(toldOf(500, '').message).toBe('The service answered 500 without saying why');
	});

	test('a web page that answers 200 is no success', () => {
		const told = toldOf(200, '<html><title>Welcome</title></html>');
		expect(told.message).toBe('The service answered with something that is not JSON');
		expect(told.description).toContain('Check the Base URL in the credential');
		expect(told.description).toContain('Welcome');
	});

	test('a key that the service repeats is not passed on', () => {
		const told = toldOf(401, { message: `Unknown key ${KEY}, I said ${KEY}` });
		expect(told.message).toBe('Unknown key (API key), I said (API key)');
		expect(JSON.stringify(told)).not.toContain(KEY);
	});
});

describe('Words that go on and on', () => {
	test.each([
		[{ message: 'x'.repeat(5000) }],
		['x'.repeat(5000)],
		[{ errors: Array.from({ length: 100 }, () => 'x'.repeat(50)) }],
	])('are cut: %#', (body) => {
		expect(toldOf(400, body).message).toHaveLength(300);
	});

	test('are not cut within a key', () => {
		const { message } = toldOf(401, { message: `${'x'.repeat(295)}${KEY}` });
		expect(message).toBe(`${'x'.repeat(295)}(API `);
	});
});

describe('A request without an answer', () => {
	test.each([
		['ECONNREFUSED', 'nothing answers at this address'],
		['ENOTFOUND', 'no server has this name'],
		['ECONNRESET', 'the connection was cut'],
		['ETIMEDOUT', 'the answer took too long'],
		['EWHATEVER', 'the connection did not work'],
	])('%s: %s', (code, happened) => {
		const cause = Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
		const told = detailsOfNetworkError(new Error('Request failed', { cause }));
		expect(told.message).toBe(`The Audience Page service cannot be reached: ${happened}`);
		expect(told.description).toContain('Check the Base URL');
		expect(told.description).toContain(code);
	});

	test('what the credential refused is passed on word for word', () => {
		const error = new Error('Base URL is empty: enter the address');
		expect(detailsOfNetworkError(error)).toEqual({ message: error.message });
	});

	test('causes that go round in circles come to an end', () => {
		const error = new Error('round');
		error.cause = error;
		expect(detailsOfNetworkError(error)).toEqual({ message: 'round' });
	});
});

describe('What a write of unknown outcome tells', () => {
	test('says that it may be done, and what to do about it', () => {
		expect(withUnknownOutcome({ message: 'Bad Gateway', description: 'x', httpCode: '502' })).toEqual({
			message: 'Bad Gateway. The service may have done it all the same',
			description: expect.stringContaining('Look whether the record is there') as string,
			httpCode: '502',
		});
	});

	test('a conflict with its own earlier try says so', () => {
		expect(withDuplicateKey({ message: 'Key exists', description: 'x', httpCode: '409' })).toEqual({
			message: 'Probably written by the earlier try: Key exists',
			description: expect.stringContaining('an entry with this idempotency key (409)') as string,
			httpCode: '409',
		});
	});
});

describe('An error', () => {
	test('of the service holds what is told, and nothing else of request or answer', () => {
		const error = apiError(aNode, { message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error).toMatchObject({ message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error.errorResponse).toEqual({});
		expect(error.messages).toEqual([]);
	});
});
