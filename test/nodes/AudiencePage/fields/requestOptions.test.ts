import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

test.each([
	[{ maxConcurrentRequests: 0 }, 'Max Concurrent Requests must be a whole number of at least 1 (got 0)'],
	[{ maxConcurrentRequests: '={{ "all" }}' }, 'Max Concurrent Requests must be a whole number of at least 1'],
	[{ maxConcurrentRequests: 257 }, 'Max Concurrent Requests must be a whole number of at most 256'],
	[{ maxRetries: -1 }, 'Max Retries must be a whole number of at least 0'],
	[{ timeout: '={{ "9007199254740992" }}' }, 'Timeout must be a whole number of at most 2147483647'],
])('%j is refused before anything is sent', async (options, message) => {
	const { error } = await runNode(sandbox(), { resource: 'person', operation: 'getAll', options });
	expect(error?.message).toContain(message);
	expect(sandbox().requests).toEqual([]);
});
