import type { INodeParameters } from 'n8n-workflow';
import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import { CREDENTIAL_TYPE, type RealN8n } from '../harness/RealN8n';
import type { RunError } from '../harness/run';
import { audiencePage, builtIn, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import { placesOf, useN8n } from '../harness/useN8n';

const httpRequest = (url: string, options: INodeParameters = {}): Step => {
	const authentication = 'predefinedCredentialType';
	return builtIn(NODE, 'httpRequest', 4.2, {
		...{ url, authentication, nodeCredentialType: CREDENTIAL_TYPE, options },
	});
};

const getPages = audiencePage({ resource: 'page', operation: 'getAll', options: { maxRetries: 0 } });

describe('the credential on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	const servers: WebServer[] = [];
	/** Nobody that the key is for. */
	let stranger: WebServer;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(async () => {
		stranger = await serve(() => ({ status: 200, body: '{"items":[]}' }));
	});

	afterAll(() => Promise.all(servers.map((server) => server.close())));

	async function serve(answer: (path: string) => Answer): Promise<WebServer> {
		const server = await startWebServer(answer);
		servers.push(server);
		return server;
	}

	const toStranger = (): Answer => ({ status: 302, headers: { location: stranger.url } });

	const store = async (fields: Record<string, string>): Promise<StoredCredential> => {
		const right = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
		return await n8n.client.createCredential(CREDENTIAL_TYPE, 'Another', { ...right, ...fields });
	};

	const errorOf = async (step: Step, credential?: StoredCredential): Promise<RunError | undefined> =>
		(await n8n.runFile(workflowOf([start, step]), START, credential)).node(NODE).error;

	it('tested in its form, says whether key and base URL are right', async () => {
		const test = async (baseUrl: string, apiKey = sandbox.apiKey) => {
			const data = { baseUrl, apiKey };
			const credentials = { id: '', name: 'Credential under test', type: CREDENTIAL_TYPE, data };
			return await n8n.client.ask('/rest/credentials/test', { credentials });
		};
		const error = (message: string) => ({ status: 'Error', message });
		expect(await test(sandbox.url)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await test(sandbox.url, 'wrong')).toEqual(
			error('The service rejected the API Key (401). Check the key'),
		);
		const headers = { 'content-type': 'text/html' };
		const page = await serve(() => ({ status: 200, headers, body: '<html></html>' }));
		const noService = 'No Audience Page service at this Base URL';
		expect(await test(page.url)).toEqual(error(`${noService}: something else answered. Check the address`));
		const moved = await serve(toStranger);
		expect(await test(moved.url)).toEqual(error(`${noService} (302). Check the address`));
		expect(stranger.requests).toEqual([]);
		await moved.close();
		for (const [baseUrl, code] of [
			[moved.url, 'ECONNREFUSED'],
			['https://no-such-host.invalid', 'ENOTFOUND'],
			[stranger.url.replace('http:', 'https:'), 'EPROTO'],
		] as const) {
			expect(await test(baseUrl, 'any')).toEqual(error(code));
			expect(new AudiencePageApi().properties[0]!.description).toContain(code);
		}
	});

	it("in n8n's HTTP Request node, carries the key to its own service", async () => {
		expect(await errorOf(httpRequest(`${sandbox.url}/v0/pages/search?limit=2`))).toBeUndefined();
		const headers: unknown = expect.objectContaining({ 'x-api-key': sandbox.apiKey });
		expect(sandbox.requests.at(-1)).toMatchObject({ status: 200, headers });
	});

	it.each([
		['our node', getPages],
		["n8n's HTTP Request node", undefined],
	])('in %s, does not follow the service to another host', async (_whose, own) => {
		const moved = await serve(toStranger);
		const step = own ?? httpRequest(`${moved.url}/v0/pages`);
		expect(await errorOf(step, await store({ baseUrl: moved.url }))).toBeDefined();
		expect(moved.requests).toHaveLength(1);
		expect(stranger.requests).toEqual([]);
	});

	const turnOff = (option: string) => `, because the option ${option} could expose it. Turn the option off`;

	it.each<[string, () => Step, string]>([
		['another host', () => httpRequest(stranger.url), ': the request goes to http'],
		[
			'its option Ignore SSL Issues',
			() => httpRequest(sandbox.url, { allowUnauthorizedCerts: true }),
			turnOff('Ignore SSL Issues'),
		],
		['its option Proxy', () => httpRequest(sandbox.url, { proxy: stranger.url }), turnOff('Proxy')],
	])("in n8n's HTTP Request node, refuses %s before anything is sent", async (_what, step, why) => {
		expect((await errorOf(step()))?.message).toContain(`The API key was not sent${why}`);
		expect([...sandbox.requests, ...stranger.requests]).toEqual([]);
	});

	it("with n8n's own field Allowed HTTP Request Domains, is narrowed for the HTTP Request node, and never widened", async () => {
		const none = await store({ allowedHttpRequestDomains: 'none' });
		const refused = await errorOf(httpRequest(`${sandbox.url}/v0/pages/search`), none);
		expect(refused?.message).toContain('configured to prevent use');
		expect(await errorOf(getPages, none)).toBeUndefined();
		const host = { allowedHttpRequestDomains: 'domains', allowedDomains: new URL(sandbox.url).hostname };
		const error = await errorOf(httpRequest(stranger.url), await store(host));
		expect(error?.message).toContain('The API key was not sent');
		expect(stranger.requests).toEqual([]);
	});

	it('stays secret where the service repeats the key, to the node and to a picker', async () => {
		const service = await serve(() => ({ status: 400, body: `There is no key ${sandbox.apiKey}` }));
		const credential = await store({ baseUrl: service.url });
		const { id, name } = credential;
		expect((await errorOf(getPages, credential))?.message).toContain('There is no key (API key)');
		const opened = n8n.client.ask('/rest/dynamic-node-parameters/resource-locator-results', {
			nodeTypeAndVersion: { name: getPages.type, version: 1 },
			path: 'parameters.audienceId',
			methodName: 'searchAudiences',
			currentNodeParameters: { resource: 'audience', operation: 'getAll', pageId: byId('page_1') },
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
		});
		const refused = await opened.then(String, String);
		expect(refused).toContain('There is no key (API key)');
		expect(refused).not.toContain(sandbox.apiKey);
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
