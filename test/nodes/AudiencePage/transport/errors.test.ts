import type { INode } from 'n8n-workflow';

import { answerError, requestError, serviceWords } from '../../../../nodes/AudiencePage/transport/errors';

const node: INode = {
	id: 'node-1',
	name: 'Audience Page',
	type: 'audiencePage',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const KEY = 'key-of-a-test';

const errorFor = (statusCode: number, body: unknown) =>
	answerError(node, { statusCode, body: body as object, headers: {} }, '/v0/persons/p1', KEY, 3);

describe("The service's words", () => {
	test.each([
		[{ message: 'No such page' }, 'No such page'],
		[{ error: 'No such page' }, 'No such page'],
		[{ error: { message: 'No such page' } }, 'No such page'],
		[{ error: '', message: 'No such page' }, 'No such page'],
		[{ errors: ['name is too long', 'email is missing'] }, 'name is too long; email is missing'],
		[{ errors: [{ message: 'name is too long' }, { detail: 'email' }] }, 'name is too long; email'],
		[{ title: 'Not found', detail: 'No such page' }, 'No such page'],
		['No such page', 'No such page'],
		['  No such page\n', 'No such page'],
		['<html><head><title>502 Bad Gateway</title></head><body></body></html>', '502 Bad Gateway'],
		['<!DOCTYPE html><body><h1>Down for now</h1><p>x</p></body>', 'Down for now'],
		['<html><body><p>x</p></body></html>', undefined],
		[{ error: '' }, undefined],
		[{ errors: [] }, undefined],
		[{ message: { text: 'deep' } }, undefined],
		[{}, undefined],
		[[], undefined],
		['', undefined],
		[null, undefined],
		[42, undefined],
	])('%j says %j', (body, words) => {
		expect(serviceWords(body)).toBe(words);
	});

	test('are cut where they go on and on', () => {
		expect(serviceWords('x'.repeat(5000))).toHaveLength(300);
		expect(serviceWords({ errors: Array.from({ length: 100 }, () => 'x'.repeat(50)) })).toHaveLength(300);
	});
});

describe('An answer that is not the one asked for', () => {
	test.each([
		[400, 'Check the fields of the node'],
		[401, 'Check the API Key in the credential'],
		[403, 'Check the API Key in the credential'],
		[404, 'no record at /v0/persons/p1 (404). Check the IDs'],
		[302, 'Check the Base URL in the credential'],
		[429, 'limits how often it can be called'],
		[500, 'Run the workflow again later'],
		[503, 'Run the workflow again later'],
	])('%i is told in the words of the service, with what to look at: %s', (statusCode, advice) => {
		const error = errorFor(statusCode, { message: 'As the service says' });
		expect(error.message).toBe('As the service says');
		expect(error.description).toContain(advice);
		expect(error.httpCode).toBe(String(statusCode));
		expect(error.context.itemIndex).toBe(3);
	});

	test('without words it says at least what came', () => {
		expect(errorFor(500, '').message).toBe('The service answered 500 without saying why');
	});

	test('a web page that answers 200 is no success', () => {
		const error = errorFor(200, '<html><title>Welcome</title></html>');
		expect(error.message).toBe('The service answered with something that is not JSON');
		expect(error.description).toContain('Check the Base URL in the credential');
		expect(error.description).toContain('Welcome');
	});

	test('a key that the service repeats is not passed on', () => {
		const error = errorFor(401, { message: `Unknown key ${KEY}, I said ${KEY}` });
		expect(error.message).toBe('Unknown key (API key), I said (API key)');
		expect(JSON.stringify(error)).not.toContain(KEY);
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
		const error = requestError(node, new Error('Request failed', { cause }), 3);
		expect(error.message).toBe(`The Audience Page service cannot be reached: ${happened}`);
		expect(error.description).toContain('Check the Base URL');
		expect(error.description).toContain(code);
		expect(error.context.itemIndex).toBe(3);
	});

	test('what the credential refused is passed on word for word', () => {
		const error = requestError(node, new Error('Base URL is empty: enter the address'));
		expect(error.message).toBe('Base URL is empty: enter the address');
	});

	test('causes that go round in circles come to an end', () => {
		const error = new Error('round');
		error.cause = error;
		expect(requestError(node, error).message).toBe('round');
	});
});
