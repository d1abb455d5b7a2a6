import {
	apiError,
	refusal,
	toldByAnswer,
	toldByNetwork,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const toldOf = (statusCode: number, body: unknown) =>
	toldByAnswer({ statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY);

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
		const told = toldByNetwork(new Error('Request failed', { cause }));
		expect(told.message).toBe(`The Audience Page service cannot be reached: ${happened}`);
		expect(told.description).toContain('Check the Base URL');
		expect(told.description).toContain(code);
	});

	test('what the credential refused is passed on word for word', () => {
		const error = new Error('Base URL is empty: enter the address');
		expect(toldByNetwork(error)).toEqual({ message: error.message });
	});

	test('causes that go round in circles come to an end', () => {
		const error = new Error('round');
		error.cause = error;
		expect(toldByNetwork(error)).toEqual({ message: 'round' });
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
		const error = refusal(context, 'Source', 'must not be empty');
		expect(error.message).toBe('Source must not be empty');
		expect(error.description).toBe("Nothing was sent for item 3. Check the field 'Source'.");
		expect(error.context.itemIndex).toBe(3);
	});

	test.each<[unknown, string]>([
		['CRM Deals!', ', whose value is "CRM Deals!"'],
		['a\n', ', whose value is "a\\n"'],
		['x'.repeat(100), `, whose value is "${'x'.repeat(79)}…`],
		[0, ', whose value is 0'],
		[NaN, ', whose value is NaN'],
		[false, ', whose value is false'],
		[1n, ', whose value is 1'],
		[undefined, ''],
		[null, ''],
		[{ token: 'x' }, ''],
		[['x'], ''],
	])('of %p shows it if it is short and no structure', (value, shown) => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const { description } = refusal(context, 'Source', 'must be', 'done', value);
		expect(description).toBe(`Nothing was done for item 3. Check the field 'Source'${shown}.`);
	});
});
