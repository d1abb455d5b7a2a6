import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { EXAMPLES } from './mainPaths';

describe('the main path of', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	it.each(EXAMPLES.map(({ file, run }) => [file, run] as const))('%s', async (_file, run) => {
		await run(n8n, sandbox);
		expect(sandbox.requests.filter(({ status }) => status >= 300)).toEqual([]);
	});
});
