/** The credential: its test in n8n's form, and where n8n lets the key go. */
import type { INodeParameters } from 'n8n-workflow';
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import { CREDENTIAL_TYPE } from '../harness/RealN8n';
import { audiencePage, builtIn, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import type { Stage } from '../harness/useN8n';

const SUCCESS = 'Connection successful!';
const WRONG_KEY =
	'The service rejected the API Key (401). Check the key: it must not have spaces, quotes or "Bearer"';
const NO_SERVICE =
	'No Audience Page service at this Base URL: something else answered. Check the address';
const REDIRECT = 'No Audience Page service at this Base URL (302). Check the address';

const httpRequest = (url: string, options: INodeParameters = {}): Step => {
	const authentication = 'predefinedCredentialType';
	const parameters = { url, authentication, nodeCredentialType: CREDENTIAL_TYPE, options };
	return builtIn(NODE, 'httpRequest', 4.2, parameters);
};

const getPages = audiencePage({ resource: 'page', operation: 'getAll' });

export function testCredential(stage: Stage): void {
	const servers: WebServer[] = [];
	/** Nobody that the key is for. */
	let stranger: WebServer;
	/** A service that sends everybody to the stranger. */
	let moved: WebServer;

	beforeAll(async () => {
		stranger = await serve({ body: '<html></html>' });
		moved = await serve({ status: 302, headers: { location: stranger.url } });
	});
	beforeEach(() => {
		for (const { requests } of servers) requests.length = 0;
	});
	afterAll(() => Promise.all(servers.map((server) => server.close())));

	async function serve(answer: Answer): Promise<WebServer> {
		const server = await startWebServer(() => answer);
		servers.push(server);
		return server;
	}

	async function errorOf(step: Step, baseUrl = stage.sandbox.url) {
		const { n8n, sandbox } = stage;
		const credential = await n8n.createCredential({ url: baseUrl, apiKey: sandbox.apiKey });
		return (await n8n.runFile(workflowOf([start, step]), START, credential)).node(NODE).error;
	}

	it.each<[what: string, fields: () => object, message: string]>([
		['right', () => ({}), SUCCESS],
		['a wrong key', () => ({ apiKey: 'wrong' }), WRONG_KEY],
		['the address of something else', () => ({ baseUrl: stranger.url }), NO_SERVICE],
		['the address of a redirect', () => ({ baseUrl: moved.url }), REDIRECT],
	])('tests the credential: %s', async (_what, fields, message) => {
		const { n8n, sandbox } = stage;
		const data = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...fields() };
		const credentials = { id: '', name: 'Credential under test', type: CREDENTIAL_TYPE, data };
		const status = message === SUCCESS ? 'OK' : 'Error';
		const answer = await n8n.client.ask('/rest/credentials/test', { credentials });
		expect(answer).toEqual({ status, message });
	});

	it("carries the key to its own service in n8n's HTTP Request node", async () => {
		const { sandbox } = stage;
		expect(await errorOf(httpRequest(`${sandbox.url}/v0/pages/search?limit=2`))).toBeUndefined();
		expect(sandbox.requests).toMatchObject([
			{ status: 200, headers: { 'x-api-key': sandbox.apiKey } },
		]);
	});

	it.each([
		['our node', () => getPages],
		["n8n's HTTP Request node", () => httpRequest(`${moved.url}/v0/pages`)],
	])('does not follow the service to another host: %s', async (_whose, step) => {
		expect(await errorOf(step(), moved.url)).toBeDefined();
		expect(moved.requests).toHaveLength(1);
		expect(stranger.requests).toEqual([]);
	});

	it.each([
		['another host', () => httpRequest(stranger.url), 'goes to http'],
		[
			'Ignore SSL Issues',
			() => httpRequest(stage.sandbox.url, { allowUnauthorizedCerts: true }),
			'Turn it off',
		],
	])("refuses %s in n8n's HTTP Request node, before anything is sent", async (_what, step, why) => {
		const error = await errorOf(step());
		expect(error?.message).toContain('The API key was not sent');
		expect(error?.message).toContain(why);
		expect([...stage.sandbox.requests, ...stranger.requests]).toEqual([]);
	});

	/** That it stands nowhere in n8n, is looked at after all tests: see `useN8n`. */
	it('keeps the key secret where the service repeats it', async () => {
		const body = `There is no key ${stage.sandbox.apiKey}`;
		const service = await serve({ status: 400, body });
		const error = await errorOf(getPages, service.url);
		expect(error?.message).toContain('There is no key (API key)');
	});
}
