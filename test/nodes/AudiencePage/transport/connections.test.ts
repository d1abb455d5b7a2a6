/** Real connections: nobody vouches for the service, it says nothing, or a proxy is down. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import * as apiClient from '../../../../nodes/AudiencePage/transport/apiClient';
import { runNode } from '../../../support/runNode';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const create = async (url: string) =>
	await runNode(
		{ url, apiKey: 'a-key-of-a-test' },
		{ resource: 'person', operation: 'create', name: 'Ada' },
	);

afterEach(() => jest.restoreAllMocks());

test('A service whose certificate is not trusted gets nothing, and the error says so', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const respond = jest.fn();
	const server = createSecureServer({ key, cert }, respond);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { error } = await create(`https://127.0.0.1:${portOf(server)}`);
	server.close();
	expect(error?.message).toContain('its certificate is not trusted');
	expect(respond).not.toHaveBeenCalled();
});

test('A write that has no answer in time may be done', async () => {
	jest.replaceProperty(apiClient as { TIMEOUT: number }, 'TIMEOUT', 50);
	const server = createServer((request) => request.resume());
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { error } = await create(`http://127.0.0.1:${portOf(server)}`);
	server.closeAllConnections();
	server.close();
	expect(error?.message).toMatch(/the request timed out.*It may be done: check/);
});

test('A proxy that is down is told from the service', async () => {
	const server = createServer();
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const port = portOf(server);
	server.close();
	jest.replaceProperty(process, 'env', {
		...process.env,
		HTTPS_PROXY: `http://127.0.0.1:${port}`,
		NO_PROXY: '',
		no_proxy: '',
	});
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const { error } = await create('https://api.example.com');
	expect(error?.message).toContain(
		`No answer from the proxy that n8n uses (127.0.0.1:${port}): nothing is listening`,
	);
});

test('Through a proxy goes the name of the host alone, and the key only inside the tunnel', async () => {
	const names = [{ name: 'commonName', value: 'api.example.com' }];
	const extensions = [
		{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'api.example.com' }] },
	];
	const { private: key, cert } = await generate(names, { extensions });
	const keys: unknown[] = [];
	const service = createSecureServer({ key, cert }, (request, response) => {
		keys.push(request.headers['x-api-key']);
		response.end('{"personId":"p1"}');
	});
	await once(service.listen(0, '127.0.0.1'), 'listening');
	const proxy = createServer();
	const seen: string[] = [];
	proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
		seen.push(request.url ?? '', JSON.stringify(request.headers));
		const tunnel = connect(portOf(service), '127.0.0.1');
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		socket.pipe(tunnel).pipe(socket);
	});
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	const trusted = getCACertificates();
	setDefaultCACertificates([...trusted, cert]);
	const HTTPS_PROXY = `http://127.0.0.1:${portOf(proxy)}`;
	jest.replaceProperty(process, 'env', { ...process.env, HTTPS_PROXY, NO_PROXY: '', no_proxy: '' });
	const { error } = await create('https://api.example.com');
	setDefaultCACertificates(trusted);
	service.closeAllConnections();
	service.close();
	proxy.close();
	expect(error).toBeUndefined();
	expect(keys).toEqual(['a-key-of-a-test']);
	expect(seen[0]).toBe('api.example.com:443');
	expect(seen.join()).not.toMatch(/a-key-of-a-test|v0/);
});
