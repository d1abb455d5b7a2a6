import {
	apiError,
	detailsOfResponse,
	detailsOfNetworkError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const detailsOf = (statusCode: number, body: unknown) =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

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
		['ECONNREFUSED', 'nothing is listening at this address'],
		['ENOTFOUND', 'the host name does not exist'],
		['ECONNRESET', 'the connection was closed'],
		['ETIMEDOUT', 'the request timed out'],
		['EWHATEVER', 'the connection failed'],
	])('%s: %s', (code, happened) => {
		const cause = Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
		const details = detailsOfNetworkError(new Error('Request failed', { cause }));
		expect(details.message).toBe(`No answer from the Audience Page service: ${happened}`);
		expect(details.advice).toContain('Check the Base URL');
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

describe('An error', () => {
	test('has its details, and nothing else of request or response', () => {
		const error = apiError(aNode, { message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error).toMatchObject({ message: 'Nothing here', description: 'Look', httpCode: '404' });
		expect(error.errorResponse).toEqual({});
		expect(error.messages).toEqual([]);
	});
});
