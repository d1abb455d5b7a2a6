import { previewFiles } from '../../previews/files';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';

describe('output previews of the packed package', () => {
	let n8n: RealN8n;

	useN8n((both) => ({ n8n } = both));

	it.each([...previewFiles()])('n8n gives its editor %s', async (path, text) => {
		const address = `${n8n.url}/schemas/n8n-nodes-audience-page.audiencePage/1/${path}`;
		const response = await fetch(address);
		expect(response.status).toBe(200);
		expect(await response.text()).toBe(text);
	});
});
