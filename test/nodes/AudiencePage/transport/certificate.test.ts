/** A service that cannot show who it is: with a certificate that nobody vouches for. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

import { runNode } from '../../../support/runNode';

test('A service whose certificate is not trusted gets nothing, and the error says so', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const respond = jest.fn();
	const server = createServer({ key, cert }, respond);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	try {
		const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const read = { resource: 'page', operation: 'getAll', options: { maxRetries: 0 } };
		const { error } = await runNode({ url, apiKey: 'key-of-a-test' }, read);
		expect(error?.message).toContain('Audience Page service: its certificate is not trusted');
		expect(error?.description).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
		expect(respond).not.toHaveBeenCalled();
	} finally {
		server.close();
	}
});
