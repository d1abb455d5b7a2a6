import type { INodeParameters } from 'n8n-workflow';
import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials';
import type { Sandbox } from '../../service/sandbox';
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import type { NodeRun } from '../harness/run';
import { audiencePage, itemsInto, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

const TYPE = 'audiencePageApi';
const PAGE: Answer = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><html><head><title>Acme</title></head><body><h1>Welcome</h1></body></html>',
};

const httpRequest = (url: string, options: INodeParameters = {}): Step => ({
	name: NODE,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: TYPE,
		options,
	},
});

const createEntry = audiencePage(
	{
		resource: 'accountLog',
		operation: 'create',
		domain: 'credential.example',
		source: 'crm',
		type: 'deal-won',
		payload: '={{ { n: $json.n } }}',
		options: {},
	},
	{ onError: 'continueErrorOutput' },
);

const getPages = audiencePage({ resource: 'page', operation: 'getAll', options: { maxRetries: 0 } });

type Fields = Record<string, string>;

const domains = (allowedDomains: string): Fields => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains,
});

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

	const credentialFor = (baseUrl: string, apiKey = sandbox.apiKey) =>
		n8n.client.createCredential(TYPE, `For ${baseUrl}`, { baseUrl, apiKey });

	async function runNode(step: Step, credential?: StoredCredential): Promise<NodeRun> {
		const workflow = workflowOf([start, step], [[START, NODE]]);
		const run = await n8n.run(await n8n.importWorkflow(workflow, credential), START);
		return run.node(NODE);
	}

	describe('test in the credential form', () => {
		const testWith = (baseUrl: string, apiKey = sandbox.apiKey) =>
			n8n.client.testCredential(TYPE, { baseUrl, apiKey });

		it('accepts the right key', async () => {
			expect(await testWith(sandbox.url)).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(sandbox.requests.at(-1)).toMatchObject({ path: '/v0/pages/search', status: 200 });
		});

		it('speaks of the key if the service refuses it', async () => {
			const message = 'The service rejected the API Key (401). Check the key';
			expect(await testWith(sandbox.url, 'wrong-key')).toEqual({ status: 'Error', message });
		});

		it.each<[string, (path: string) => Answer, string]>([
			['a web page', (path) => (path === '/' ? PAGE : { ...PAGE, status: 404 }), ' (404)'],
			['a web page that answers 200 to everything', () => PAGE, ': something else answered'],
			['a redirect', () => ({ status: 302, headers: { location: stranger.url } }), ' (302)'],
		])('speaks of the base URL if it is that of %s', async (_whose, answer, what) => {
			const message = `No Audience Page service at this Base URL${what}. Check the address`;
			expect(await testWith((await serve(answer)).url)).toEqual({ status: 'Error', message });
			expect(stranger.requests).toEqual([]);
		});
	});

	it('says a code of n8n where nothing answers, which the description of the field explains', async () => {
		const closed = await startWebServer(() => PAGE);
		await closed.close();
		const { description } = new AudiencePageApi().properties[0]!;
		for (const [baseUrl, code] of [
			[closed.url, 'ECONNREFUSED'],
			['https://no-such-host.invalid', 'ENOTFOUND'],
			[stranger.url.replace('http:', 'https:'), 'EPROTO'],
		] as const) {
			const result = await n8n.client.testCredential(TYPE, { baseUrl, apiKey: 'any' });
			expect(result).toEqual({ status: 'Error', message: code });
			expect(description).toContain(code);
		}
	});

	describe("in n8n's HTTP Request node", () => {
		it('carries the key to its own service', async () => {
			const { items, error } = await runNode(httpRequest(`${sandbox.url}/v0/pages/search?limit=2`));
			expect(error).toBeUndefined();
			expect(items[0]?.json.items).toHaveLength(2);
			const headers: unknown = expect.objectContaining({ 'x-api-key': sandbox.apiKey });
			expect(sandbox.requests.at(-1)).toMatchObject({ status: 200, headers });
		});

		it('passes on what the service says, the key too where the service repeats it', async () => {
			const repeated = 'key-that-the-service-repeats';
			const service = await serve(() => ({ status: 400, body: `There is no key ${repeated}` }));
			const credential = await credentialFor(service.url, repeated);
			const { error } = await runNode(httpRequest(`${service.url}/v0/pages`), credential);
			expect(error?.description).toContain(repeated);
			expect(await placesOf(repeated, n8n)).toContain('executions');
		});

		it('does not follow the service to another host', async () => {
			const moved = await serve(() => ({ status: 302, headers: { location: stranger.url } }));
			const { error } = await runNode(httpRequest(`${moved.url}/v0/pages`), await credentialFor(moved.url));
			expect(error).toBeDefined();
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
		])('refuses %s before anything is sent', async (_what, step, why) => {
			expect((await runNode(step())).error?.message).toContain(`The API key was not sent${why}`);
			expect([...sandbox.requests, ...stranger.requests]).toEqual([]);
		});
	});

	describe("with n8n's own field Allowed HTTP Request Domains", () => {
		const search = () => httpRequest(`${sandbox.url}/v0/pages/search`);
		const limitedBy = (fields: Fields) => ({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...fields });
		const storeLimitedBy = (fields: Fields) =>
			n8n.client.createCredential(TYPE, 'Limited', limitedBy(fields));

		it.each<[string, Fields, string]>([
			['None', { allowedHttpRequestDomains: 'none' }, 'configured to prevent use'],
			['another domain', domains('service.example'), 'Domain not allowed'],
		])('set to %s, keeps the HTTP Request node from it, and not ours', async (_what, fields, refusal) => {
			const credential = await storeLimitedBy(fields);
			expect((await runNode(search(), credential)).error?.message).toContain(refusal);
			expect(sandbox.requests).toEqual([]);
			expect((await runNode(getPages, credential)).error).toBeUndefined();
			expect(await n8n.client.testCredential(TYPE, limitedBy(fields))).toMatchObject({ status: 'OK' });
		});

		it('set to its own domain, does not widen where the key may go', async () => {
			const credential = await storeLimitedBy(domains(new URL(sandbox.url).hostname));
			expect((await runNode(search(), credential)).error).toBeUndefined();
			const { error } = await runNode(httpRequest(stranger.url), credential);
			expect(error?.message).toContain('The API key was not sent');
			expect(stranger.requests).toEqual([]);
		});
	});

	it('with expressions in its fields, sends each item with its own key, to its own service', async () => {
		const body = '{"accountLogId":"account_log_1"}';
		const answered = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body });
		const services = [await serve(answered), await serve(answered)];
		const items = [0, 1, 0, 1].map((tenant, n) => ({
			n,
			key: `key-of-tenant-${tenant}`,
			url: services[tenant]!.url,
		}));
		const fields = { baseUrl: '={{ $json.url }}', apiKey: '={{ $json.key }}' };
		const credential = await n8n.client.createCredential(TYPE, "The tenant's", fields);
		const workflow = await n8n.importWorkflow(itemsInto(items, createEntry), credential);
		const { error } = await n8n.run(workflow, START);
		expect(error).toBeUndefined();
		for (const { url, requests } of services) {
			const sent = requests.map(({ headers, body }) => ({
				n: (body as { payload: { n: number } }).payload.n,
				key: headers['x-api-key'],
				url,
			}));
			expect(sent.sort((a, b) => a.n - b.n)).toEqual(items.filter((item) => item.url === url));
		}
	});

	it('deleted, while the workflow still names it, each input leaves as an error', async () => {
		const credential = await credentialFor(sandbox.url);
		const items = [0, 1, 2].map((n) => ({ n }));
		const workflow = await n8n.importWorkflow(itemsInto(items, createEntry), credential);
		await n8n.client.deleteCredential(credential);
		const [regular, errors] = (await n8n.run(workflow, START)).node(NODE).outputs;
		const error = expect.stringContaining('does not exist') as string;
		expect(regular).toEqual([]);
		expect(errors).toMatchObject(items.map(({ n }) => ({ json: { error }, pairedItem: { item: n } })));
		expect(sandbox.requests).toEqual([]);
	});

	it('stays secret where the service repeats the key', async () => {
		const service = await serve(() => ({ status: 400, body: `There is no key ${sandbox.apiKey}` }));
		const { error } = await runNode(getPages, await credentialFor(service.url));
		expect(error?.message).toContain('There is no key (API key)');
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
