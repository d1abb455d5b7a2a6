import { startSandbox, type Sandbox, type SandboxOptions } from '../../service/sandbox';
import { Opened } from './Opened';
import { RealN8n, type RealN8nOptions } from './RealN8n';

export interface Started {
	sandbox: Sandbox;
	n8n: RealN8n;
}

/**
 * A sandbox and a real n8n for the tests of a file, the record of requests emptied before each. The API key is a text
 * that stands nowhere else, so that it can be searched for.
 *
 * @param started is given both before the first test
 * @param sandboxOptions such as more records than usual
 * @param n8nOptions such as another version
 */
export function useN8n(
	started: (both: Started) => void,
	sandboxOptions: SandboxOptions = {},
	n8nOptions: RealN8nOptions = {},
): void {
	const opened = new Opened();
	let requests: Sandbox['requests'];
	beforeAll(async () => {
		const sandbox = opened.add(await startSandbox({ apiKey: 'key-that-stays-secret', ...sandboxOptions }));
		const n8n = opened.add(await RealN8n.start(sandbox, n8nOptions));
		({ requests } = sandbox);
		started({ sandbox, n8n });
	});
	beforeEach(() => {
		requests.length = 0;
	});
	// Where a start fails, too: what is left open keeps Vitest from ending.
	afterAll(() => opened.close());
}
