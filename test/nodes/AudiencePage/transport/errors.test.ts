import {
	apiError,
	withUnknownOutcome,
	withDuplicateKey,
	detailsOfResponse,
	detailsOfNetworkError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const detailsOf = (statusCode: number, body: unknown) =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

describe('A response that is an error', () => {
	test.each([
		[400, 'Check the fields of the node'],
		[401, 'Check the API Key in the credential'],
		[403, 'Check the API Key in the credential'],
		[404, 'no record at /v0/persons/p1 (404). Check the IDs'],
		[302, 'Check the Base URL in the credential'],
		[500, 'Run the workflow again later'],
		[503, 'Run the workflow again later'],
	])('%i has the message of the service, and says what to check: %s', (statusCode, advice) => {
		const details = detailsOf(statusCode, { message: 'As the service says' });
		expect(details.message).toBe('As the service says');
		expect(details.description).toContain(advice);
		expect(details.httpCode).toBe(String(statusCode));
	});

	test('without a message has the status at least', () => {
		expect(detailsOf(500, '').message).toBe('The service answered 500 without saying why');
	});

	test('may be a web page with status 200', () => {
		const details = detailsOf(200, '<html><title>Welcome</title></html>');
		expect(details.message).toBe('The service answered with something that is not JSON');
		expect(details.description).toContain('Check the Base URL in the credential');
		expect(details.description).toContain('Welcome');
	});

	test('does not show a key that the service repeats', () => {
		const details = detailsOf(401, { message: `Unknown key ${KEY}, I said ${KEY}` });
		expect(details.message).toBe('Unknown key (API key), I said (API key)');
		expect(JSON.stringify(details)).not.toContain(KEY);
	});
});

describe('A long message', () => {
	test.each([
		[{ message: 'x'.repeat(5000) }],
		['x'.repeat(5000)],
		[{ errors: Array.from({ length: 100 }, () => 'x'.repeat(50)) }],
	])('is cut: %#', (body) => {
		expect(detailsOf(400, body).message).toHaveLength(300);
	});

	test('is not cut within a key', () => {
		const { message } = detailsOf(401, { message: `${'x'.repeat(295)}${KEY}` });
		expect(message).toBe(`${'x'.repeat(295)}(API `);
	});
});

describe('A request without a response', () => {
	test.each([
		['ECONNREFUSED', 'nothing answers at this address'],
		['ENOTFOUND', 'no server has this name'],
		['ECONNRESET', 'the connection was cut'],
		['ETIMEDOUT', 'the answer took too long'],
		['EWHATEVER', 'the connection did not work'],
	])('%s: %s', (code, happened) => {
		const cause = Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
		const details = detailsOfNetworkError(new Error('Request failed', { cause }));
		expect(details.message).toBe(`The Audience Page service cannot be reached: ${happened}`);
		expect(details.description).toContain('Check the Base URL');
		expect(details.description).toContain(code);
	});

	test('an error of the credential keeps its message', () => {
		const error = new Error('Base URL is empty: enter the address');
		expect(detailsOfNetworkError(error)).toEqual({ message: error.message });
	});

	test('causes may form a cycle', () => {
		const error = new Error('round');
		error.cause = error;
		expect(detailsOfNetworkError(error)).toEqual({ message: 'round' });
	});
});

describe('The error of a write with an unknown outcome', () => {
	test('says that it may have been processed, and what to do', () => {
		expect(withUnknownOutcome({ message: 'Bad Gateway', description: 'x', httpCode: '502' })).toEqual({
			message: 'Bad Gateway. The service may have done it all the same',
			description: expect.stringContaining('Look whether the record is there') as string,
			httpCode: '502',
		});
	});

	test('says that a conflict is with an earlier attempt of its own', () => {
		expect(withDuplicateKey({ message: 'Key exists', description: 'x', httpCode: '409' })).toEqual({
			message: 'Probably written by the earlier try: Key exists',
			description: expect.stringContaining('an entry with this idempotency key (409)') as string,
			httpCode: '409',
		});
	});
});

describe('An error', () => {
	test('has its details, and nothing else of request or response', () => {
		const error = apiError(aNode, { message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error).toMatchObject({ message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error.errorResponse).toEqual({});
		expect(error.messages).toEqual([]);
	});
});
