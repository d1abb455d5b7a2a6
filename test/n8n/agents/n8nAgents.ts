/** Our node as a tool of n8n's own Agents, which run it outside of any workflow. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Ids } from '../../cases/operationCase';
import type { Sandbox } from '../../service/sandbox';
import { runnable } from '../../support/everyOperation';
import { firstIds } from '../../support/records';
import { runNode } from '../../support/runNode';
import { payloadsOf } from '../harness/accountLog';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { answersIn, type ChatModel, type Turn } from './chatModel';
import { N8nAgent, type NodeTool } from './N8nAgent';

interface Given {
	sandbox: Sandbox;
	n8n: RealN8n;
	model: ChatModel;
	/** Of the model. */
	credential: StoredCredential;
}

const OTHER_KEY = 'key-of-another-tenant';
const TOOL = 'write_entry';
const CALL = { note: 'He called' };
/** With keys of the content, an entry of another test is the same as one of this test. */
const REPEATED = { note: 'He called again' };
const NO_RETRIES = { maxRetries: 0 };
const BY_CONTENT = { idempotencyKeyMode: 'content' };
const NOTHING_LISTENS = 'http://127.0.0.1:1';

const ai = (name: string) => `={{ $fromAI('${name}') }}`;

/** The tests, for a domain that has no account yet before each. */
export function n8nAgents(given: () => Given, domain: string): void {
	/** What the tools answer to a model that calls them so. */
	async function answersOf(tools: Record<string, NodeTool>, turns: Turn[]): Promise<string[]> {
		const { n8n, model, credential } = given();
		const agent = await N8nAgent.create(n8n, credential, tools);
		model.script.push(...turns, 'Done');
		await agent.say('Do it');
		expect(model.script).toEqual([]);
		return answersIn(model.asked().at(-1)!);
	}

	const calls = (tool: string, ...args: object[]): Turn => ({ tool, calls: args });

	const entry = (options: INodeParameters = {}): NodeTool => ({
		parameters: {
			resource: 'accountLog',
			operation: 'create',
			domain,
			source: 'agent',
			type: 'note',
			payload: { note: ai('note') },
			options,
		},
	});

	it('runs every operation, and gives what it gives in a workflow', async () => {
		const { sandbox } = given();
		const ids = firstIds(sandbox.store);
		const filledIn = Object.fromEntries(Object.keys(ids).map((name) => [name, ai(name)])) as Ids;
		const names = runnable.map(({ name }) => name.replace('.', '_'));
		const tools = runnable.map(({ parametersFor }) => ({ parameters: parametersFor(filledIn) }));
		const answers = await answersOf(
			Object.fromEntries(names.map((name, n) => [name, tools[n]!])),
			names.map((name) => calls(name, ids)),
		);

		const fieldsOf = (records: IDataObject[]) => [...new Set(records.flatMap(Object.keys))].sort();
		const outputs = answers.map((answer) => {
			const { status, data } = JSON.parse(answer) as { status: string; data: INodeExecutionData[] };
			return [status, fieldsOf(data.map(({ json }) => json))];
		});
		const usual: unknown[] = [];
		for (const { parametersFor } of runnable) {
			const { json } = await runNode(sandbox, parametersFor(ids));
			usual.push(['success', fieldsOf(json)]);
		}
		expect(outputs).toEqual(usual);
	});

	it('tells the model in the message what happened, and what to do next', async () => {
		const { sandbox, n8n } = given();
		sandbox.settings.otherApiKeys.push(OTHER_KEY);
		const credentialOf = async (name: string, baseUrl: string, apiKey: string) =>
			await n8n.client.createCredential('audiencePageApi', name, { baseUrl, apiKey });
		const wrongKey = await credentialOf('Wrong key', sandbox.url, 'wrong-key');
		const limited = await credentialOf('Limited', sandbox.url, OTHER_KEY);
		const nowhere = await credentialOf('Nowhere', NOTHING_LISTENS, OTHER_KEY);
		const pages = { resource: 'page', operation: 'getAll', options: NO_RETRIES };
		const person = {
			resource: 'person',
			operation: 'create',
			name: 'Created by an agent',
			options: NO_RETRIES,
		};
		const log = { resource: 'accountLog', operation: 'getAll', accountId: `account_${'0'.repeat(26)}` };
		const lose = () => sandbox.failNext('resetAfter');
		const limit = () => {
			sandbox.settings.faults.rateLimit = { perSecond: 0.001, burst: 0, retryAfter: 'seconds' };
		};

		const unknown =
			'No answer from the Audience Page service: the connection was closed. The request may have succeeded';
		const cases: Array<[name: string, NodeTool, says: string, before?: () => void]> = [
			[
				'breaks_a_rule',
				{ parameters: { ...entry().parameters, source: 'Not Kebab' } },
				'Source must be lower-case letters, digits and single hyphens, e.g. crm-deals (got \\"Not Kebab\\")',
			],
			[
				'is_unknown',
				{ parameters: log },
				`account ${log.accountId} not found. Check the IDs in the node, and the Base URL in the credential`,
			],
			[
				'is_refused',
				{ parameters: person },
				'The sandbox was told to fail. Check the values in the node',
				() => sandbox.failNext('unprocessable'),
			],
			[
				'has_a_wrong_key',
				{ parameters: pages, credential: wrongKey },
				'x-api-key is missing or wrong. Check the API Key in the credential, and what the key may do',
			],
			[
				'reaches_nothing',
				{ parameters: pages, credential: nowhere },
				'No answer from the Audience Page service: nothing is listening at this address. Check the Base URL in the credential, and whether the service is up',
			],
			[
				'loses_a_person',
				{ parameters: person },
				`${unknown}: check whether the record exists before you retry`,
				lose,
			],
			[
				'loses_an_entry',
				entry(NO_RETRIES),
				`${unknown}: check whether the log entry exists before you call again`,
				lose,
			],
			[
				'loses_an_entry_of_a_content',
				entry({ ...NO_RETRIES, ...BY_CONTENT }),
				`${unknown}: call again with the same values, which sends the same idempotency key`,
				lose,
			],
			[
				'is_limited',
				{ parameters: pages, credential: limited },
				'The sandbox was told to fail. Try again later, or with fewer items',
				limit,
			],
		];
		const turns = cases.map(
			([tool, , , before]): Turn =>
				() => {
					before?.();
					return { tool, calls: [CALL] };
				},
		);
		const answers = await answersOf(Object.fromEntries(cases.map(([name, tool]) => [name, tool])), turns);
		sandbox.settings.faults.rateLimit = undefined;
		expect(answers).toEqual(cases.map(([, , says]) => `{"error":"Error: ${says}"}`));
	});

	it.each([
		['at once', [calls(TOOL, CALL, CALL)]],
		['one after the other', [calls(TOOL, CALL), calls(TOOL, CALL)]],
	])('writes two entries for two equal calls %s where an answer is lost', async (_when, turns) => {
		given().sandbox.failNext('resetAfter');
		await answersOf({ [TOOL]: entry() }, turns);
		expect(given().sandbox.requests).toHaveLength(3);
		expect(payloadsOf(given().sandbox, domain)).toEqual([CALL, CALL]);
	});

	it.each([
		['writes a second entry', {}, [REPEATED, REPEATED]],
		['writes one entry, with keys of the content', BY_CONTENT, [REPEATED]],
	])('%s where a model calls again after a call that has failed', async (_what, options, written) => {
		given().sandbox.failNext('resetAfter');
		const tools = { [TOOL]: entry({ ...NO_RETRIES, ...options }) };
		const [first, second] = await answersOf(tools, [calls(TOOL, REPEATED), calls(TOOL, REPEATED)]);
		expect(first).toContain('The request may have succeeded');
		expect(second).toContain('"status":"success"');
		expect(payloadsOf(given().sandbox, domain)).toEqual(written);
	});
}
