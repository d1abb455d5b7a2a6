import { startSandbox, type Sandbox, type SandboxOptions } from '../../service/sandbox';
import { Opened } from './Opened';
import { packedPackage } from './pack';
import { placesOf } from './places';
import { RealN8n, type RealN8nOptions } from './RealN8n';

const API_KEY = 'key-that-stays-secret';

export interface Started {
	sandbox: Sandbox;
	n8n: RealN8n;
}

/**
 * A sandbox and a real n8n for the tests of a file, the record of requests emptied before each. The API key is a text
 * that stands nowhere else: after the tests, it must stand nowhere in n8n.
 *
 * @param started is given both before the first test
 * @param n8nOptions such as another version
 */
export function useN8n(
	started: (both: Started) => void,
	n8nOptions: RealN8nOptions = {},
	sandboxOptions: SandboxOptions = {},
): void {
	const opened = new Opened();
	let both: Started | undefined;
	beforeAll(async () => {
		const sandbox = opened.add(await startSandbox({ ...sandboxOptions, apiKey: API_KEY }));
		const n8n = opened.add(await RealN8n.start(sandbox, { tarball: packedPackage(), ...n8nOptions }));
		both = { sandbox, n8n };
		started(both);
	});
	beforeEach(() => {
		both!.sandbox.requests.length = 0;
	});
	afterAll(async () => {
		try {
			if (both !== undefined) expect(await placesOf(API_KEY, both.n8n)).toEqual([]);
		} finally {
			await opened.close(); // where a start fails, too: what is left open keeps the tests' process from ending
		}
	});
}
