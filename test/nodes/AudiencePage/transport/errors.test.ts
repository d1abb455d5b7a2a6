import {
	apiError,
	detailsOfNetworkError,
	detailsOfResponse,
	extractErrorMessage,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';

const detailsOf = (statusCode: number, body: unknown, path = '/v0/persons/p1') =>
	detailsOfResponse({ statusCode, body: body as object, headers: {} }, path, KEY);

test('An error has its details, nothing else of request or response, and no word by which n8n takes it for canceled', () => {
	const details = {
		message: 'It was canceled',
		advice: 'Ask',
		description: 'Look',
		httpCode: '404',
	};
	const error = apiError(aNode, details);
	expect(error).toMatchObject({
		message: 'It was cancelled. Ask',
		description: 'Look',
		httpCode: '404',
	});
	expect(error.errorResponse).toEqual({});
	expect(error.messages).toEqual([]);
});

describe('The error of a response', () => {
	const NO = { message: 'No' };
	const CHECK_KEY = 'Check the API Key in the credential';
	const CHECK_URL = 'Check the Base URL in the credential';
	const WITHOUT = 'The service answered without the record';

	test.each<[number, unknown, message: string, advice: string, description: string]>([
		[
			200,
			'<title>Shop</title><html>',
			'The service did not return JSON',
			CHECK_URL,
			'begins: Shop',
		],
		[200, [], 'The service did not return JSON', CHECK_URL, 'begins: (empty)'],
		[200, '', WITHOUT, CHECK_URL, 'A proxy or gateway'],
		[200, NO, `${WITHOUT}. It says: No`, CHECK_URL, 'A proxy or gateway'],
		[200, { error: 'No' }, 'No', 'Check the values', 'The service rejected the request (200)'],
		[302, '', 'The service returned 302 without a reason', CHECK_URL, 'Redirects are not followed'],
		[400, NO, 'No', 'Check the values in the node', 'The service rejected the request (400)'],
		[408, NO, 'No', 'Try again later', 'could not answer (408)'],
		[407, NO, 'No', 'Check the proxy', 'The proxy rejected the request (407)'],
		[409, NO, 'No', 'whether the record already exists', 'rejected the request (409)'],
		[401, NO, 'No', CHECK_KEY, 'rejected the API key (401)'],
		[
			404,
			NO,
			'No',
			"Check the IDs in the node: a name isn't an ID. From List",
			'No record found at /v0/persons/p1 (404)',
		],
		[500, '<html><title>Broken</title>', 'Broken', 'Try again later', 'could not answer (500)'],
	])(
		'of %i with %j says what happened and what to do',
		(statusCode, body, message, advice, description) => {
			const details = detailsOf(statusCode, body);
			expect(details).toMatchObject({ message, httpCode: String(statusCode) });
			expect(details.advice).toContain(advice);
			expect(details.description).toContain(description);
		},
	);

	test.each([
		['/v0/pages/Acme%20pricing', '"Acme pricing" looks like a name or an address, not an ID'],
		['/v0/persons/https%3A%2F%2Fapp.example%2Fp1', '"https://app.example/p1" looks like a name or'],
		['/v0/topics/Our%20topic/entries', '"Our topic" looks like a name or an address, not an ID'],
	])('of 404 tells a name or an address in %s from an ID that is not there', (path, advice) => {
		const { advice: given } = detailsOf(404, NO, path);
		expect(given).toContain(advice);
		expect(given).toMatch(path.includes('topics') ? /ID$/ : /Choose From List instead$/);
	});

	test("of 404 is the Base URL's, if the path has no ID", () => {
		expect(detailsOf(404, NO, '/v0/persons/search').advice).toBe(
			'Check the Base URL in the credential',
		);
	});

	test('has the beginning of a long message, which is cut after the key is out of it', () => {
		const { message } = detailsOf(401, { message: `${'x'.repeat(295)}${KEY}${'x'.repeat(5000)}` });
		expect(message).toBe(`${'x'.repeat(295)}(API `);
	});

	const deep = (depth: number): unknown => {
		let body: unknown = 'deep';
		for (let n = 0; n < depth; n++) body = n % 2 ? { errors: body } : [body];
		return body;
	};

	test.each<[string, unknown]>([
		['nested 9,000 deep', deep(9000)],
		['240 kB of tags that never end', `<html>${'<title'.repeat(40_000)}`],
	])('whose body is %s is there at once', (_what, body) => {
		expect(detailsOf(500, body).description).toContain('could not answer (500)');
	});
});

test.each([
	['ETIMEDOUT', 'the request timed out'],
	['EWHATEVER', 'the connection failed'],
	['ERR_CANCELED', 'the execution ended first'],
])('The error of a request without a response: %s: %s', (code, happened) => {
	const cause = Object.assign(new Error(`connect ${code} 10.0.0.1`), { code });
	const message = `No answer from the Audience Page service: ${happened}`;
	const description = `Network error: ${code}.`;
	const details = detailsOfNetworkError(new Error('Request failed', { cause }));
	expect(details).toMatchObject({ message, description });
});

test.each([
	[{ errors: [{ message: 'name is too long' }, { detail: 'email' }] }, 'name is too long; email'],
	[
		{ errors: { name: ['is taken'], email: 'is missing', code: 7 } },
		'name is taken; email is missing',
	],
	[{ error: { name: 'is taken' } }, 'name is taken'],
	[{ detail: [{ loc: ['body', 'name'], msg: 'name is taken' }] }, 'name is taken'],
	[{ title: 'Not found', detail: 'No such page' }, 'No such page'],
	['  No such page\n', 'No such page'],
	['<html><head><title> 502 Bad Gateway</title></head><body></body></html>', '502 Bad Gateway'],
	[
		'<!DOCTYPE html><TITLE> </TITLE><body><h1 id="x">Down for now</H1><p>x</p></body>',
		'Down for now',
	],
	['<html><title>Error</title><body><p>x</p></body></html>', undefined],
	[{ message: { text: 'deep' } }, undefined],
	[42, undefined],
])("The service's words in %j are %j", (body, words) => {
	expect(extractErrorMessage(body)).toBe(words);
});
