/**
 * Services on real connections: responses that never end, and a certificate that nobody vouches
 * for.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { runNode } from '../../../support/runNode';

let respond: (response: ServerResponse) => void;
/** That a request's connection was closed. */
let closed: Array<Promise<unknown>> = [];
let server: Server;

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		closed.push(once(response, 'close'));
		respond(response);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());
beforeEach(() => (closed = []));

const run = async (options = {}, items = [{}], { to = server, scheme = 'http' } = {}) =>
	await runNode(
		{ url: `${scheme}://127.0.0.1:${(to.address() as AddressInfo).port}`, apiKey: 'key' },
		{
			resource: 'person',
			operation: 'create',
			name: 'Ada',
			options: { maxRetries: 0, ...options },
		},
		{ items, onError: 'continueRegularOutput' },
	);

const HEAD = '{"personId":"person_1","name":"';

/** Sends `ä` again and again, until its connection is closed. */
function drip(response: ServerResponse, head: string): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.write(head);
	const timer = setInterval(() => response.write('ä'), 20);
	response.on('close', () => clearInterval(timer));
}

test.each(['', HEAD])(
	'a response that keeps dripping after %j ends at the timeout: its connection is closed, its outcome unknown, its place free',
	async (head) => {
		let requests = 0;
		respond = (response) => (requests++ > 0 ? response.end(`${HEAD}Ada"}`) : drip(response, head));
		const { json } = await run({ timeout: 1000, maxConcurrentRequests: 1 }, [{}, {}]);
		expect(json[0]?.error).toMatch(/the request timed out.*may have succeeded/);
		expect(json[1]).toMatchObject({ personId: 'person_1' });
		expect(await Promise.all(closed)).toHaveLength(2);
	},
);

test('a response that is too large ends: its connection is closed, and its outcome is unknown', async () => {
	const piece = 'x'.repeat(4 * 1024 * 1024);
	respond = (response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const flood = () => {
			while (!response.destroyed && response.write(piece));
			response.once('drain', flood);
		};
		flood();
	};
	const { json } = await run({ timeout: 600_000 });
	expect(json[0]?.error).toMatch(/the response is larger than 64 MB.*may have succeeded/);
	expect(await Promise.all(closed)).toHaveLength(1);
});

test('a service whose certificate is not trusted gets nothing, and the error says so', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const respond = jest.fn();
	const secure = createSecureServer({ key, cert }, respond);
	await once(secure.listen(0, '127.0.0.1'), 'listening');
	const { json } = await run({}, [{}], { to: secure, scheme: 'https' });
	secure.close();
	expect(json[0]?.error).toMatch(/its certificate is not trusted/);
	expect(respond).not.toHaveBeenCalled();
});
