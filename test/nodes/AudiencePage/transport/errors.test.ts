import {
	apiError,
	detailsOf,
	detailsOfRateLimit,
	writeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';

const KEY = 'key-of-a-test';
const CREDENTIAL = { apiKey: KEY };
const PERSON = '/v0/persons/p1';

const detailsOfAnswer = (statusCode: number, body: unknown, url = PERSON) => {
	const response = { statusCode, body: body as object, headers: {} };
	return detailsOf({ outcome: 'refused', response }, { method: 'GET', url }, CREDENTIAL);
};

test('An error has its details, nothing else of request or response, and no word by which n8n takes it for canceled', () => {
	const details = {
		message: 'It was canceled',
		advice: 'Ask',
		description: 'Look',
		httpCode: '404',
		failure: { cause: 'rate-limited' } as const,
	};
	const error = apiError(aNode, details);
	expect(error).toMatchObject({
		message: 'It was cancelled. Ask',
		description: 'Look',
		httpCode: '404',
		failure: { cause: 'rate-limited' },
	});
	expect(error.messages).toEqual([]);
});

/** As frameworks write them: the reason must be there, wherever it stands. */
test.each<[string, unknown, title: string]>([
	['a message', { message: 'name is taken' }, 'name is taken'],
	['an error', { error: 'name is taken' }, 'name is taken'],
	[
		'a message before an error',
		{ error: 'Bad Request', message: 'name is taken' },
		'name is taken',
	],
	['a detail before a title', { title: 'Not found', detail: 'No page p1' }, 'No page p1'],
	['a title', { title: 'Invalid', errors: { name: ['is taken'] } }, 'Invalid'],
	['a text', '  No such page\n', 'No such page'],
	[
		'a web page',
		'<!DOCTYPE html><html><head><title>x</title><style>b {}</style></head><body><h1 id="a">502</h1><script>run()</script> Bad Gateway</body></html>',
		'502 Bad Gateway',
	],
	['fields', { errors: { name: ['is taken'] } }, '{"errors":{"name":["is taken"]}}'],
	['a message in an error', { error: { code: 1, message: 'name is taken' } }, 'name is taken'],
	['a list', [{ msg: 'name is taken' }], '[{"msg":"name is taken"}]'],
])('The title of an answer with %s is what the service says', (_what, body, title) => {
	expect(detailsOfAnswer(400, body).message).toBe(title);
});

test('The description begins with the answer as it came, up to 500 characters, without the key', () => {
	const body = { message: 'Invalid', errors: { email: [`taken by ${KEY}`, 'x'.repeat(600)] } };
	const { description = '' } = detailsOfAnswer(422, body);
	const answer = JSON.stringify(body).replace(KEY, '(API key)').slice(0, 500);
	expect(description).toBe(`${answer}. Answer 422 to GET ${PERSON}.`);
	expect(description).toContain('"email":["taken by (API key)"');
});

test('A long message is cut after the key is out of it', () => {
	const { message } = detailsOfAnswer(401, {
		message: `${'x'.repeat(295)}${KEY}${'x'.repeat(5000)}`,
	});
	expect(message).toBe(`${'x'.repeat(295)}(API `);
});

test('A web page is cut after the key is out of it', () => {
	const page = `<html><style>${'x'.repeat(9980)}</style>${KEY}</html>`;
	const { message, description } = detailsOfAnswer(502, page);
	expect(`${message} ${description}`).not.toContain(KEY.slice(0, 5));
});

const CHECK_URL = 'Check the Base URL in the credential';
const CHECK_KEY = 'Check the API Key in the credential';
const SEARCH = '/v0/persons/search';

test.each<[number, url: string, advice: string]>([
	[302, PERSON, CHECK_URL],
	[400, PERSON, 'Check the values in the node'],
	[401, PERSON, CHECK_KEY],
	[403, PERSON, CHECK_KEY],
	[404, PERSON, "Check the IDs in the node: a name isn't an ID"],
	[404, SEARCH, CHECK_URL],
	[407, PERSON, 'Check the proxy that n8n uses'],
	[408, PERSON, 'Try again later'],
	[409, PERSON, 'Check the values in the node, and whether the record already exists'],
	[500, PERSON, 'Try again later'],
])('The advice on %i to %s', (statusCode, url, advice) => {
	const details = detailsOfAnswer(statusCode, { message: 'No' }, url);
	expect(details).toMatchObject({ message: 'No', httpCode: String(statusCode) });
	expect(details.advice?.startsWith(advice)).toBe(true);
	expect(details.description).toContain(`Answer ${statusCode} to GET ${url}`);
});

test('An empty answer has no reason, and a redirect says why it is not followed', () => {
	expect(detailsOfAnswer(302, '')).toMatchObject({
		message: 'The service returned 302 without a reason',
		description: `Answer 302 to GET ${PERSON}. Redirects are not followed, to keep your API key safe.`,
	});
});

test.each<[unknown, message: string]>([
	['<title>Shop</title><html>Welcome</html>', 'The service did not return JSON'],
	[{ error: 'No' }, 'The service answered without what was asked for. It says: No'],
	['', 'The service answered without what was asked for'],
	[{}, 'The service answered without what was asked for'],
])('A success with %j is none', (body, message) => {
	const details = detailsOfAnswer(200, body);
	expect(details.message).toBe(message);
	expect(details.advice).toContain(CHECK_URL);
});

test.each<[string, unknown]>([
	['nested 4,000 deep', JSON.parse(`${'['.repeat(4000)}${']'.repeat(4000)}`)],
	['240 kB of tags that never end', `<html>${'<script'.repeat(40_000)}`],
])('The error of a body that is %s is there at once', (_what, body) => {
	expect(detailsOfAnswer(500, body).description).toContain(`Answer 500 to GET ${PERSON}`);
});

test('A rate limit says why the node waits no longer', () => {
	expect(
		detailsOfRateLimit('it has accepted nothing', detailsOfAnswer(429, { message: 'Slow' })),
	).toEqual({
		message: 'Slow',
		advice: 'Try again later',
		description: `{"message":"Slow"}. Answer 429 to GET ${PERSON}. The service limits the rate of requests: it has accepted nothing.`,
		httpCode: '429',
	});
	expect(detailsOfRateLimit('it has accepted nothing').message).toBe(
		'The service accepts no more requests for now',
	);
});

test.each([
	[
		undefined,
		'No answer from the Audience Page service: it timed out',
		'Check whether the service is up',
	],
	[
		'192.0.2.7:3128',
		'No answer from the proxy that n8n uses (192.0.2.7:3128): it timed out',
		'Check the proxy settings of n8n, such as HTTPS_PROXY',
	],
])('Where nothing answers at the proxy %s: %s', (proxy, message, advice) => {
	const networkError = {
		code: 'ETIMEDOUT',
		outcome: 'unknown' as const,
		reason: 'it timed out',
		proxy,
	};
	const request = { method: 'GET', url: PERSON } as const;
	const details = detailsOf({ outcome: 'unknown', networkError }, request, CREDENTIAL);
	expect(details).toMatchObject({ message, description: 'Network error: ETIMEDOUT.' });
	expect(details.advice?.startsWith(advice)).toBe(true);
});

test('An error of the credential keeps its message, without the key', () => {
	const attempt = { outcome: 'refused' as const, error: new Error(`Who is ${KEY}?`) };
	const details = detailsOf(attempt, { url: PERSON }, CREDENTIAL);
	expect(details).toEqual({ message: 'Who is (API key)?' });
});

describe('The error of a write says what to do', () => {
	const details = { message: 'No', advice: 'Try again later', description: 'Answer 500.' };
	test.each([
		['notDone', 'No. Try again later. It was not done'],
		['runAgain', 'No. It may be done: run it again, that writes nothing twice'],
		['checkFirst', 'No. It may be done: check in Audience Page before you send it again'],
	] as const)('%s', (doubt, message) => {
		expect(writeError(aNode, details, doubt)).toMatchObject({
			message,
			description: 'Answer 500.',
		});
	});

	test('with a key', () => {
		const { description } = writeError(aNode, details, 'retry');
		expect(description).toMatch(/^Answer 500\. A retry of this execution sends the same .*key/);
	});

	test('beside its own advice', () => {
		const refused = { ...details, advice: 'Check the API Key' };
		expect(writeError(aNode, refused, 'checkFirst').message).toMatch(
			/^No\. Check the API Key\. It may be done: check/,
		);
	});
});
