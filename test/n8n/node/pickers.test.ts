import type { INodeListSearchResult } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { fromList } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

/** The editor's own tests search in a list, and scroll to its end. */
describe('a picker of the form', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	/** Opens the list of the audiences of a page as the editor does, in a form where that page is chosen. */
	async function open(pageId: string): Promise<INodeListSearchResult> {
		const { type: name, typeVersion: version } = audiencePage({});
		const { type, ...credential } = n8n.credential;
		return await n8n.client.openList({
			nodeTypeAndVersion: { name, version },
			path: 'parameters.audienceId',
			methodName: 'searchAudiences',
			currentNodeParameters: { resource: 'audience', operation: 'getAll', pageId: fromList(pageId) },
			credentials: { [type]: credential },
		});
	}

	it('shows the audiences of the page that is chosen in the form', async () => {
		const { pageId } = sandbox.store.pages.all()[1]!;
		const { results } = await open(pageId);
		const audiences = sandbox.store.audiences.of(pageId).all();
		expect(results.map(({ value }) => value)).toEqual(audiences.map(({ audienceId }) => audienceId));
	});

	it('shows an error of the service with its words, and without the key', async () => {
		sandbox.settings.faults.errorBody = { message: `No audiences for ${sandbox.apiKey} today` };
		sandbox.failNext('internalError', { times: 2 }); // a read may be sent again
		const refused = await open('page_1').then(String, String);
		expect(refused).toContain('"message":"No audiences for (API key) today. Try again later"');
		expect(refused).toContain('"description":"The service could not answer (500)');
		expect(refused).toContain('"httpCode":"500"');
		expect(refused).not.toContain(sandbox.apiKey);
	});
});
