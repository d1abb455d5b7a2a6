import {
	apiError,
	fieldError,
	detailsOfResponse,
	detailsOfNetworkError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const toldOf = (statusCode: number, body: unknown) =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

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
