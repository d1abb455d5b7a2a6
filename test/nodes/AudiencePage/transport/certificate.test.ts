/** A service that cannot show who it is: with a certificate that nobody vouches for. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

import { runNode } from '../../../support/runNode';

const API_KEY = 'key-of-a-test';
const READ = { resource: 'page', operation: 'getAll', options: { maxRetries: 0 } };

test('A service whose certificate is not trusted gets nothing, and the error says so', async () => {
	const requests: string[] = [];
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const server = createServer({ key, cert }, ({ url = '' }, answer) => {
		requests.push(url);
		answer.end('{"items":[]}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = server.address() as AddressInfo;
		const { error } = await runNode({ url: `https://127.0.0.1:${port}`, apiKey: API_KEY }, READ);
		expect(error?.message).toContain(
			'No answer from the Audience Page service: its certificate is not trusted',
		);
		expect(error?.description).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
		expect(requests).toEqual([]);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});
