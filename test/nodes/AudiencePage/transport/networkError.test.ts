import { networkErrorOf } from '../../../../nodes/AudiencePage/transport/networkError';
import type { AttemptOutcome } from '../../../../nodes/AudiencePage/transport/outcome';

const BASE_URL = 'https://api.example.com';

/** As the HTTP client throws it: wrapped. */
const failure = (facts: object): Error =>
	new Error('Request failed', { cause: Object.assign(new Error('connect'), facts) });

test.each<[code: string, syscall: string | undefined, AttemptOutcome, reason: string]>([
	['ECONNREFUSED', 'connect', 'notProcessed', 'nothing is listening at this address'],
	['ENOTFOUND', 'getaddrinfo', 'notProcessed', 'the host name does not exist'],
	['EAI_AGAIN', undefined, 'notProcessed', 'the host name could not be looked up'],
	['EHOSTUNREACH', 'connect', 'notProcessed', 'the connection failed'],
	['EHOSTUNREACH', 'read', 'unknown', 'the connection failed'],
	['ECONNRESET', 'read', 'unknown', 'the connection was closed'],
	['ETIMEDOUT', undefined, 'unknown', 'the request timed out'],
	['ECONNABORTED', undefined, 'unknown', 'the request timed out'],
	['CERT_HAS_EXPIRED', undefined, 'refused', 'its certificate is not trusted'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'refused', 'its certificate is not trusted'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'refused', 'its certificate is not trusted'],
	['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'refused', 'its certificate is not trusted'],
	['ERR_TLS_HANDSHAKE_TIMEOUT', undefined, 'unknown', 'the connection failed'],
])('%s of the system call %s is %s: %s', (code, syscall, outcome, reason) => {
	const expected = { code, outcome, reason, proxy: undefined };
	expect(networkErrorOf(failure({ code, syscall }), BASE_URL)).toEqual(expected);
});

test.each<[string, Error, code: string | undefined]>([
	['the first address, if the host has several', new AggregateError([failure({ code: 'A' })]), 'A'],
	['n8n 2.8, which keeps no cause', Object.assign(new Error('x'), { httpCode: 'EPIPE' }), 'EPIPE'],
	['n8n 2.8, without a code', Object.assign(new Error('x'), { httpCode: null }), undefined],
	['the credential', new Error('Base URL is empty'), undefined],
])('The code of %s', (_what, error, code) => {
	expect(networkErrorOf(error, BASE_URL)?.code).toBe(code);
});

test('A proxy that hangs up is told from the service', () => {
	const error = new Error('Proxy connection ended before receiving CONNECT response');
	expect(networkErrorOf(error, BASE_URL)).toEqual({
		code: 'EPROXY',
		outcome: 'notProcessed',
		reason: 'it closed the connection',
		proxy: 'HTTPS_PROXY',
	});
});

/** With HTTPS_PROXY, the connection is made to the proxy (see docs/N8N-BEHAVIOR.md). */
test.each<[string, object, baseUrl: string, proxy: string | undefined]>([
	['the host', { hostname: 'api.example.com' }, BASE_URL, undefined],
	['another host', { hostname: 'proxy.example' }, BASE_URL, 'proxy.example'],
	['the usual port', { address: '192.0.2.1', port: 443 }, BASE_URL, undefined],
	['its own port', { address: '127.0.0.1', port: 4020 }, 'http://localhost:4020', undefined],
	['another port', { address: '192.0.2.7', port: 3128 }, BASE_URL, '192.0.2.7:3128'],
])(
	'A connection that failed to %s of the Base URL: the proxy is named',
	(_to, target, url, proxy) => {
		expect(networkErrorOf(failure({ code: 'ECONNREFUSED', ...target }), url)?.proxy).toBe(proxy);
	},
);
