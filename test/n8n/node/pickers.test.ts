import type { INode, INodeListSearchResult } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { fromList } from '../../support/locators';
import { calls } from '../../support/sent';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

/** The editor's own tests search in a list, and scroll to its end. */
describe('a picker of the form', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	/** Opens a list as the editor does, in a form with these values. */
	async function open(
		methodName: string,
		path: string,
		currentNodeParameters: INode['parameters'],
	): Promise<INodeListSearchResult> {
		const { type: name, typeVersion: version } = audiencePage({});
		const { type, ...credential } = n8n.credential;
		return await n8n.client.openList({
			nodeTypeAndVersion: { name, version },
			path: `parameters.${path}`,
			methodName,
			currentNodeParameters,
			credentials: { [type]: { id: credential.id, name: credential.name } },
		});
	}

	it('shows the audiences of the page that is chosen in the form', async () => {
		const { pageId } = sandbox.store.pages.all()[1]!;
		const form = { resource: 'audience', operation: 'getAll', pageId: fromList(pageId) };
		const { results } = await open('searchAudiences', 'audienceId', form);

		expect(calls(sandbox)).toEqual([`GET /v0/pages/${pageId}/audiences`]);
		expect(results.map(({ value }) => value)).toEqual(
			sandbox.store.audiences
				.of(pageId)
				.all()
				.map(({ audienceId }) => audienceId),
		);
	});

	it('shows an error of the service with its words, and without the key', async () => {
		sandbox.settings.faults.errorBody = { message: `No people for ${sandbox.apiKey} today` };
		sandbox.failNext('internalError', { times: 2 }); // a read may be sent again
		const form = { resource: 'person', operation: 'update' };
		const refused = await open('searchPersons', 'personId', form).then(String, String);

		expect(refused).toContain('"message":"No people for (API key) today. Try again later"');
		expect(refused).toContain('"description":"The service could not answer (500)');
		expect(refused).toContain('"httpCode":"500"');
		expect(refused).not.toContain(sandbox.apiKey);
	});
});
