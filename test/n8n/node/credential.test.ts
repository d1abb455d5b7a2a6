import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { startWebServer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import type { NodeRun } from '../harness/run';
import { audiencePage, itemsInto, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

const TYPE = 'audiencePageApi';
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = { 'content-type': 'text/html' };
const PAGE = '<!doctype html><html><head><title>Acme</title></head><body><h1>Welcome</h1></body></html>';

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

/** The number of the item that an entry was made of. */
const numberIn = (body: unknown) => (body as { payload: { n: number } }).payload.n;

const getPages = audiencePage({
	resource: 'page',
	operation: 'getAll',
	limit: 2,
	filters: {},
	options: { maxRetries: 0 },
});

describe('the credential on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let servers: WebServer[];

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(() => {
		servers = [];
	});

	afterEach(() => Promise.all(servers.map((server) => server.close())));

	async function serve(...args: Parameters<typeof startWebServer>): Promise<WebServer> {
		const server = await startWebServer(...args);
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
			expect(await testWith(sandbox.url, 'wrong-key')).toEqual({
				status: 'Error',
				message: 'The service rejected the API Key (401). Check the key',
			});
		});

		it('speaks of the base URL if a web page has it', async () => {
			const site = await serve((path) =>
				path === '/'
					? { status: 200, headers: HTML, body: PAGE }
					: { status: 404, headers: HTML, body: 'Not found' },
			);
			expect(await testWith(site.url)).toEqual({
				status: 'Error',
				message: 'No Audience Page service at this Base URL (404). Check the address',
			});
		});

		it('is not taken in by a web page that answers 200 to everything', async () => {
			const site = await serve(() => ({ status: 200, headers: HTML, body: PAGE }));
			expect(await testWith(site.url)).toEqual({
				status: 'Error',
				message: 'No Audience Page service at this Base URL: something else answered. Check the address',
			});
		});

		it('speaks of the base URL if it redirects, and sends the key nowhere else', async () => {
			const stranger = await serve(() => ({ status: 200, body: '{"items":[]}' }));
			const moved = await serve(() => ({ status: 302, headers: { location: stranger.url } }));
			expect(await testWith(moved.url)).toEqual({
				status: 'Error',
				message: 'No Audience Page service at this Base URL (302). Check the address',
			});
			expect(stranger.requests).toEqual([]);
		});
	});

	describe("in n8n's HTTP Request node", () => {
		it('carries the key to its own service', async () => {
			const { items, error } = await runNode(httpRequest(`${sandbox.url}/v0/pages/search?limit=2`));
			expect(error).toBeUndefined();
			expect(items[0]?.json.items).toHaveLength(2);
			expect(sandbox.requests.at(-1)).toMatchObject({
				status: 200,
				headers: { 'x-api-key': sandbox.apiKey },
			});
		});

		it('refuses another host before anything is sent', async () => {
			const stranger = await serve(() => ({ status: 200 }));
			const { error } = await runNode(httpRequest(`${stranger.url}/v0/pages/search`));
			expect(error?.message).toBe(
				`The API key was not sent: the request goes to ${stranger.url}, but this credential is for ${sandbox.url}`,
			);
			expect(stranger.requests).toEqual([]);
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
			const stranger = await serve(() => ({ status: 200 }));
			const moved = await serve(() => ({ status: 302, headers: { location: stranger.url } }));
			const { error } = await runNode(httpRequest(`${moved.url}/v0/pages`), await credentialFor(moved.url));
			expect(error).toBeDefined();
			expect(moved.requests).toHaveLength(1);
			expect(stranger.requests).toEqual([]);
		});

		it.each([
			['Ignore SSL Issues', () => ({ allowUnauthorizedCerts: true })],
			['Proxy', (stranger: WebServer) => ({ proxy: stranger.url })],
		])('refuses its option %s before anything is sent', async (option, optionsFor) => {
			const stranger = await serve(() => ({ status: 200 }));
			const { error } = await runNode(httpRequest(`${sandbox.url}/v0/pages/search`, optionsFor(stranger)));
			expect(error?.message).toBe(
				`The API key was not sent, because the option ${option} could expose it. Turn the option off`,
			);
			expect([...sandbox.requests, ...stranger.requests]).toEqual([]);
		});
	});

	describe('with expressions in its fields', () => {
		it("sends each entry with its own item's key, to its own item's service", async () => {
			const answered = () => ({ status: 200, headers: JSON_TYPE, body: '{}' });
			const services = [await serve(answered), await serve(answered)];
			const items = [0, 1, 0, 1].map((tenant, n) => ({
				n,
				key: `key-of-tenant-${tenant}`,
				url: services[tenant]!.url,
			}));
			const credential = await n8n.client.createCredential(TYPE, "The tenant's", {
				baseUrl: '={{ $json.url }}',
				apiKey: '={{ $json.key }}',
			});
			const workflow = itemsInto([...items, { n: 4, key: '', url: services[0]!.url }], createEntry);
			const run = await n8n.run(await n8n.importWorkflow(workflow, credential), START);
			const { outputs } = run.node(NODE);
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
			expect(outputs[1]).toMatchObject([
				{ json: { n: 4, error: expect.stringContaining('API Key is empty') }, pairedItem: { item: 4 } },
			]);
			for (const [tenant, { requests }] of services.entries()) {
				const sent = requests.map(({ headers, body }) => [numberIn(body), headers['x-api-key']]);
				const own = items.filter(({ url }) => url === services[tenant]!.url);
				expect(sent.sort()).toEqual(own.map(({ n, key }) => [n, key]));
			}
		});
	});

	describe('deleted, while the workflow still names it', () => {
		it.each([
			['continueErrorOutput', 1],
			['continueRegularOutput', 0],
		] as const)('with %s, each input leaves as an error', async (onError, output) => {
			const credential = await credentialFor(sandbox.url);
			const items = [0, 1, 2].map((n) => ({ n }));
			const workflow = await n8n.importWorkflow(itemsInto(items, { ...createEntry, onError }), credential);
			await n8n.client.deleteCredential(credential);
			const { outputs } = (await n8n.run(workflow, START)).node(NODE);
			const error = expect.stringContaining('does not exist');
			expect(outputs.flat()).toHaveLength(items.length);
			expect(outputs[output]).toMatchObject(
				items.map(({ n }) => ({ json: { error }, pairedItem: { item: n } })),
			);
			expect(sandbox.requests).toEqual([]);
		});
	});

	it('stays secret where the service repeats the key', async () => {
		const service = await serve(() => ({ status: 400, body: `There is no key ${sandbox.apiKey}` }));
		const { error } = await runNode(getPages, await credentialFor(service.url));
		expect(error?.message).toContain('There is no key (API key)');
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
