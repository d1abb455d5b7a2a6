/** Real connections: nobody vouches for the service, it says nothing, or a proxy is down. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
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
