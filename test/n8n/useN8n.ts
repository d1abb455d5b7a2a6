import { startSandbox, type Sandbox } from '../service/sandbox';
import { RealN8n } from './RealN8n';

export interface Started {
	sandbox: Sandbox;
	n8n: RealN8n;
}

/**
 * A sandbox and a real n8n for the tests of a file, the record of requests emptied before each. The API key is a text
 * that stands nowhere else, so that it can be searched for.
 *
 * @param started is given both before the first test
 */
export function useN8n(started: (both: Started) => void): void {
	let both: Started;
	beforeAll(async () => {
		const sandbox = await startSandbox({ apiKey: 'key-that-stays-secret' });
		both = { sandbox, n8n: await RealN8n.start(sandbox) };
		started(both);
	});
	beforeEach(() => {
		both.sandbox.requests.length = 0;
	});
	afterAll(async () => {
		await both.n8n.close();
		await both.sandbox.close();
	});
}
