import type { IHttpRequestOptions } from 'n8n-workflow';
import { AudiencePageApi } from '../../credentials/AudiencePageApi.credentials';

const KEY = 'key-of-a-test';

type Options = Partial<IHttpRequestOptions> & Record<string, unknown>;

async function authenticate(baseUrl: unknown, options: Options = {}, apiKey: unknown = KEY) {
	const gate = new AudiencePageApi().authenticate;
	if (typeof gate !== 'function') throw new Error('authenticate is expected to be a function');
	const request = { url: '/v0/pages/search', ...options } as IHttpRequestOptions;
	return await gate({ baseUrl, apiKey } as Record<string, string>, request);
}

test.each([
	['https://api.example.com', 'https://api.example.com/v0/pages/search'],
	['https://api.example.com/v0/', 'https://api.example.com/v0/pages/search'],
	[' https://API.example.com ', 'https://api.example.com/v0/pages/search'],
	['http://127.0.0.1:4020', 'http://127.0.0.1:4020/v0/pages/search'],
	['http://[::1]:4020', 'http://[::1]:4020/v0/pages/search'],
])('Base URL %s sends to %s', async (baseUrl, url) => {
	const request = await authenticate(baseUrl, { baseURL: baseUrl });
	expect(request.url).toBe(url);
	expect(request.baseURL).toBeUndefined();
	expect(request.headers).toEqual({ 'x-api-key': KEY });
});

test.each([
	['', 'Base URL is empty'],
	['api.example.com', 'Base URL is not a web address'],
	['http://api.example.com', 'Base URL must start with https://'],
	['http://127.0.0.1.example.com', 'Base URL must start with https://'],
	['ftp://api.example.com', 'Base URL must start with https://'],
	['https://api.example.com/crm', 'Base URL must be the address alone'],
	['https://api.example.com/?x=1', 'Base URL must be the address alone'],
	['https://api.example.com/#x', 'Base URL must be the address alone'],
	['https://ada:secret@api.example.com', 'Base URL must not contain a user name or a password'],
])('Base URL %j is refused: %s', async (baseUrl, message) => {
	await expect(authenticate(baseUrl)).rejects.toThrow(message);
	await expect(authenticate(baseUrl)).rejects.not.toThrow('secret');
});

test.each([
	['', 'API Key is empty'],
	['abc\ndef', 'API Key contains a line break'],
	['abc\u0000', 'line break, or a character that no key has'],
	['abc\u2026', 'line break, or a character that no key has'],
])('API Key %j is refused: %s', async (apiKey, message) => {
	const refused = authenticate('https://api.example.com', {}, apiKey);
	await expect(refused).rejects.toThrow(message);
	await expect(refused).rejects.not.toThrow('abc');
});

test.each([
	[4020, '4020'],
	[`\t\u00a0${KEY}\r\n`, KEY],
])('API Key %j is sent as %j', async (apiKey, sent) => {
	const { headers } = await authenticate('https://api.example.com', {}, apiKey);
	expect(headers).toEqual({ 'x-api-key': sent });
});

test.each([
	[{ url: 'https://evil.example.com/v0/pages/search' }],
	[{ url: '//evil.example.com/v0/pages/search' }],
	[{ url: 'http://api.example.com/v0/pages/search' }],
	[{ url: 'https://api.example.com:444/v0/pages/search' }],
	[{ url: '/v0/pages/search', baseURL: 'https://evil.example.com' }],
	[{ url: undefined, uri: 'https://evil.example.com/' }],
	[{ url: 'https://api.example.com@evil.example.com/' }],
	[{ url: 'https://ada:secret@api.example.com/v0/pages/search' }],
])('a request to %j does not get the key', async (options) => {
	const refused = authenticate('https://api.example.com', options as Options);
	await expect(refused).rejects.toThrow('The API key was not sent');
	await expect(refused).rejects.not.toThrow(/secret|key-of-a-test/);
});

describe.each(['https://api.example.com', 'http://localhost:4020'])('of %s', (origin) => {
	test.each([
		[{ rejectUnauthorized: false }],
		[{ skipSslCertificateValidation: true }],
		[{ agentOptions: { rejectUnauthorized: false } }],
	])('with Ignore SSL Issues, a request does not get the key: %j', async (options) => {
		const refused = authenticate(origin, options as Options);
		await expect(refused).rejects.toThrow(
			'The API key was not sent, because option Ignore SSL Issues could expose it. Turn it off',
		);
	});

	test.each([
		[{ rejectUnauthorized: true, skipSslCertificateValidation: false }],
		[{ agentOptions: { cert: 'a', key: 'b', rejectUnauthorized: true } }],
	])('with certificates checked, it does: %j', async (options) => {
		expect((await authenticate(origin, options as Options)).headers).toMatchObject({
			'x-api-key': KEY,
		});
	});
});

test('a request of the HTTP Request node to the service gets the key', async () => {
	const uri = 'https://api.example.com/v0/persons/search?query=ada';
	const options = {
		url: undefined,
		uri,
		headers: { 'X-API-Key': 'typed by hand', Accept: 'text/plain' },
	};
	const request = await authenticate('https://api.example.com', options as Options);
	expect(JSON.stringify(options)).not.toContain(KEY);
	expect(request.url).toBe(uri);
	expect(request).not.toHaveProperty('uri');
	expect(request.headers).toEqual({ Accept: 'text/plain', 'x-api-key': KEY });
});

test('redirects are not followed, whatever the node asked for', async () => {
	const options = {
		disableFollowRedirect: false,
		followRedirect: true,
		followAllRedirects: true,
	};
	expect(await authenticate('https://api.example.com', options)).toMatchObject({
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	});
});

test('The form of the credential hides the key', () => {
	const { properties } = new AudiencePageApi();
	expect(properties.find(({ name }) => name === 'apiKey')?.typeOptions).toEqual({ password: true });
});
