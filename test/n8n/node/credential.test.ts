import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import { CREDENTIAL_TYPE, type RealN8n } from '../harness/RealN8n';
import type { RunError } from '../harness/run';
import { audiencePage, builtIn, NODE, start, START, workflowOf, type Step } from '../harness/steps';
import { placesOf, useN8n } from '../harness/useN8n';

const httpRequest = (url: string, options: INodeParameters = {}): Step =>
	builtIn(NODE, 'httpRequest', 4.2, {
		...{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			options,
		},
	});

const getPages = audiencePage({ resource: 'page', operation: 'getAll' });

describe('the credential on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	const servers: WebServer[] = [];
	/** Nobody that the key is for. */
	let stranger: WebServer;
	/** A service that sends everybody to the stranger. */
	let moved: WebServer;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(async () => {
		stranger = await serve({ body: '<html></html>' });
		moved = await serve({ status: 302, headers: { location: stranger.url } });
	});

	afterAll(() => Promise.all(servers.map((server) => server.close())));

	async function serve(answer: Answer): Promise<WebServer> {
		const server = await startWebServer(() => answer);
		servers.push(server);
		return server;
	}

	const store = async (fields: Record<string, string>): Promise<StoredCredential> => {
		const right = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
		return await n8n.client.createCredential(CREDENTIAL_TYPE, 'Another', { ...right, ...fields });
	};

	const errorOf = async (
		step: Step,
		credential?: StoredCredential,
	): Promise<RunError | undefined> =>
		(await n8n.runFile(workflowOf([start, step]), START, credential)).node(NODE).error;

	it.each<[what: string, data: () => Record<string, string>, message: string]>([
		['right', () => ({}), 'Connection successful!'],
		[
			'a wrong key',
			() => ({ apiKey: 'wrong' }),
			'The service rejected the API Key (401). Check the key: it must not have spaces, quotes or "Bearer"',
		],
		[
			'the address of something else',
			() => ({ baseUrl: stranger.url }),
			'No Audience Page service at this Base URL: something else answered. Check the address',
		],
		[
			'the address of a redirect',
			() => ({ baseUrl: moved.url }),
			'No Audience Page service at this Base URL (302). Check the address',
		],
	])('tested in its form, says what it is: %s', async (_what, given, message) => {
		const right = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
		const data = { ...right, ...given() };
		const credentials = { id: '', name: 'Credential under test', type: CREDENTIAL_TYPE, data };
		const status = message.startsWith('Connection') ? 'OK' : 'Error';
		expect(await n8n.client.ask('/rest/credentials/test', { credentials })).toEqual({
			status,
			message,
		});
		expect(stranger.requests.filter(() => data.baseUrl === moved.url)).toEqual([]);
	});

	it("in n8n's HTTP Request node, carries the key to its own service", async () => {
		expect(await errorOf(httpRequest(`${sandbox.url}/v0/pages/search?limit=2`))).toBeUndefined();
		expect(sandbox.requests.at(-1)).toMatchObject({
			status: 200,
			headers: { 'x-api-key': sandbox.apiKey },
		});
	});

	it.each([
		['our node', () => getPages],
		["n8n's HTTP Request node", () => httpRequest(`${moved.url}/v0/pages`)],
	])('in %s, does not follow the service to another host', async (_whose, step) => {
		expect(await errorOf(step(), await store({ baseUrl: moved.url }))).toBeDefined();
		expect(moved.requests).toHaveLength(1);
		expect(stranger.requests).toEqual([]);
	});

	it.each<[string, () => Step, string]>([
		['another host', () => httpRequest(stranger.url), 'goes to http'],
		[
			'Ignore SSL Issues',
			() => httpRequest(sandbox.url, { allowUnauthorizedCerts: true }),
			'Turn it off',
		],
	])("in n8n's HTTP Request node, refuses %s before anything is sent", async (_what, step, why) => {
		const error = await errorOf(step());
		expect(error?.message).toContain('The API key was not sent');
		expect(error?.message).toContain(why);
		expect([...sandbox.requests, ...stranger.requests]).toEqual([]);
	});

	it('stays secret where the service repeats the key', async () => {
		const service = await serve({ status: 400, body: `There is no key ${sandbox.apiKey}` });
		const error = await errorOf(getPages, await store({ baseUrl: service.url }));
		expect(error?.message).toContain('There is no key (API key)');
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
