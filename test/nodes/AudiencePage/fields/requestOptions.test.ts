import type { INodeParameters } from 'n8n-workflow';

import { noFaults } from '../../../service/faults/settings';
import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => {
	sandbox().settings.faults = noFaults();
});

const read = async (options: INodeParameters) =>
	await runNode(sandbox(), { resource: 'person', operation: 'getAll', limit: 1, options });

test.each([
	[{ maxConcurrentRequests: 0 }, 'Max Concurrent Requests must be a whole number of at least 1'],
	[{ maxConcurrentRequests: 1.5 }, 'Max Concurrent Requests must be a whole number of at least 1'],
	[{ maxConcurrentRequests: '={{ "all" }}' }, 'Max Concurrent Requests must be a whole number of at least 1'],
	[{ maxConcurrentRequests: 257 }, 'Max Concurrent Requests must be a whole number of at most 256'],
	[
		{ maxConcurrentRequests: '={{ Infinity }}' },
		'Max Concurrent Requests must be a whole number of at most 256',
	],
	[{ maxRetries: -1 }, 'Max Retries must be a whole number of at least 0'],
	[{ maxRetries: 0.5 }, 'Max Retries must be a whole number of at least 0'],
	[{ timeout: 0 }, 'Timeout must be a whole number of at least 1'],
	[{ timeout: -1 }, 'Timeout must be a whole number of at least 1'],
	[{ timeout: 2_147_483_648 }, 'Timeout must be a whole number of at most 2147483647'],
	[{ timeout: '={{ "9007199254740992" }}' }, 'Timeout must be a whole number of at most 2147483647'],
])('%j is refused before anything is sent', async (options, message) => {
	const { error } = await read(options);
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Nothing was sent for item 0');
	expect(sandbox().requests).toEqual([]);
});

test('Timeout ends a request that has no answer', async () => {
	sandbox().settings.faults.chances = { silence: 1 };
	const { error } = await read({ timeout: 50, maxRetries: 0 });
	expect(error?.message).toContain('No answer from the Audience Page service: the request timed out');
});
