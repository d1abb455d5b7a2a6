import {
	apiError,
	withUnknownOutcome,
	withDuplicateKey,
	fieldError,
	detailsOfResponse,
	detailsOfNetworkError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const toldOf = (statusCode: number, body: unknown) =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

describe('An answer that is not the one asked for', () => {
	test.each([
		[401, 'Check the API Key in the credential'],
		[403, 'Check the API Key in the credential'],
		[404, 'Check the IDs in the node'],
		[302, 'Check the Base URL in the credential'],
		[500, 'Try again later'],
		[503, 'Try again later'],
	])('%i is told in the words of the service, with what to look at: %s', (statusCode, advice) => {
		const told = toldOf(statusCode, { message: 'As the service says' });
		expect(told.message).toBe('As the service says');
		expect(told.advice).toContain(advice);
		expect(told.httpCode).toBe(String(statusCode));
	});

	test('without words it says at least what came', () => {
		expect(toldOf(500, '').message).toBe('The service returned 500 without a reason');
	});

	test('a web page that answers 200 is no success', () => {
		const told = toldOf(200, '<html><title>Welcome</title></html>');
		expect(told.message).toBe('The service did not return JSON');
		expect(told.advice).toBe('Check the Base URL in the credential');
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
		['ECONNREFUSED', 'nothing is listening at this address'],
		['ENOTFOUND', 'the host name does not exist'],
		['ECONNRESET', 'the connection was closed'],
		['ETIMEDOUT', 'the request timed out'],
		['EWHATEVER', 'the connection failed'],
	])('%s: %s', (code, happened) => {
		const cause = Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
		const told = detailsOfNetworkError(new Error('Request failed', { cause }));
		expect(told.message).toBe(`No answer from the Audience Page service: ${happened}`);
		expect(told.advice).toContain('Check the Base URL');
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
			message: 'Bad Gateway',
			advice: expect.stringContaining('check whether the record exists') as string,
			description: expect.stringContaining('did not confirm') as string,
			httpCode: '502',
		});
	});

	test('a conflict with its own earlier try says so', () => {
		expect(withDuplicateKey({ message: 'Key exists', description: 'x', httpCode: '409' })).toEqual({
			message: 'Probably written by a previous attempt: Key exists',
			description: expect.stringContaining('a log entry with this idempotency key (409)') as string,
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

	test('of a field names field, rule and item', () => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const error = fieldError(context, 'Source', 'must not be empty');
		expect(error.message).toBe('Source must not be empty');
		expect(error.description).toBe('Nothing was sent for item 3.');
		expect(error.context.itemIndex).toBe(3);
	});

	test.each<[unknown, string]>([
		['CRM Deals!', ' (got "CRM Deals!")'],
		['a\n', ' (got "a\\n")'],
		['x'.repeat(100), ` (got "${'x'.repeat(79)}…)`],
		[0, ' (got 0)'],
		[NaN, ' (got NaN)'],
		[false, ' (got false)'],
		[1n, ' (got 1)'],
		[undefined, ''],
		[null, ''],
		[{ token: 'x' }, ''],
		[['x'], ''],
	])('of %p shows it if it is short and no structure', (value, shown) => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const { message } = fieldError(context, 'Source', 'must be', 'done', value);
		expect(message).toBe(`Source must be${shown}`);
	});
});
