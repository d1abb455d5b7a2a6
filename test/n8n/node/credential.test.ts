import type { INodeParameters } from 'n8n-workflow';
import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import type { RunError } from '../harness/run';
import { audiencePage, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

const TYPE = 'audiencePageApi';

const httpRequest = (url: string, options: INodeParameters = {}): Step => ({
	name: NODE,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: TYPE, options },
});

const getPages = audiencePage({ resource: 'page', operation: 'getAll', options: { maxRetries: 0 } });

describe('the credential on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let servers: WebServer[];
	/** Nobody that the key is for. */
	let stranger: WebServer;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(async () => {
		servers = [];
		stranger = await serve(() => ({ status: 200, body: '{"items":[]}' }));
	});

	afterEach(() => Promise.all(servers.map((server) => server.close())));

	async function serve(answer: (path: string) => Answer): Promise<WebServer> {
		const server = await startWebServer(answer);
		servers.push(server);
		return server;
	}

	const toStranger = (): Answer => ({ status: 302, headers: { location: stranger.url } });

	const store = async (fields: Record<string, string>): Promise<StoredCredential> =>
		await n8n.client.createCredential(TYPE, 'Another', {
			...{ baseUrl: sandbox.url, apiKey: sandbox.apiKey },
			...fields,
		});

	async function errorOf(step: Step, credential?: StoredCredential): Promise<RunError | undefined> {
		const workflow = await n8n.importWorkflow(workflowOf([start, step], [[START, NODE]]), credential);
		return (await n8n.run(workflow, START)).node(NODE).error;
	}

	it('tested in its form, says whether key and base URL are right', async () => {
		const test = async (baseUrl: string, apiKey = sandbox.apiKey) =>
			await n8n.client.testCredential(TYPE, { baseUrl, apiKey });
		const error = (message: string) => ({ status: 'Error', message });
		expect(await test(sandbox.url)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await test(sandbox.url, 'wrong')).toEqual(
			error('The service rejected the API Key (401). Check the key'),
		);
		const page = await serve(() => ({
			status: 200,
			headers: { 'content-type': 'text/html' },
			body: '<html></html>',
		}));
		const noService = 'No Audience Page service at this Base URL';
		expect(await test(page.url)).toEqual(error(`${noService}: something else answered. Check the address`));
		const moved = await serve(toStranger);
		expect(await test(moved.url)).toEqual(error(`${noService} (302). Check the address`));
		expect(stranger.requests).toEqual([]);
		const closed = await startWebServer(toStranger);
		await closed.close();
		for (const [baseUrl, code] of [
			[closed.url, 'ECONNREFUSED'],
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

	it.each<[string, () => Step, string]>([
		['another host', () => httpRequest(stranger.url), ': the request goes to http'],
		[
			'its option Ignore SSL Issues',
			() => httpRequest(sandbox.url, { allowUnauthorizedCerts: true }),
			', because the option Ignore SSL Issues could expose it. Turn the option off',
		],
		[
			'its option Proxy',
			() => httpRequest(sandbox.url, { proxy: stranger.url }),
			', because the option Proxy could expose it. Turn the option off',
		],
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
		const { message } = (await errorOf(httpRequest(stranger.url), await store(host)))!;
		expect(message).toContain('The API key was not sent');
		expect(stranger.requests).toEqual([]);
	});

	it('stays secret where the service repeats the key, to the node and to a picker', async () => {
		const service = await serve(() => ({ status: 400, body: `There is no key ${sandbox.apiKey}` }));
		const credential = await store({ baseUrl: service.url });
		expect((await errorOf(getPages, credential))?.message).toContain('There is no key (API key)');
		const { type, ...chosen } = credential;
		const opened = n8n.client.openList({
			nodeTypeAndVersion: { name: getPages.type, version: 1 },
			path: 'parameters.audienceId',
			methodName: 'searchAudiences',
			currentNodeParameters: { resource: 'audience', operation: 'getAll', pageId: byId('page_1') },
			credentials: { [type]: chosen },
		});
		const refused = await opened.then(String, String);
		expect(refused).toContain('There is no key (API key)');
		expect(refused).not.toContain(sandbox.apiKey);
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
