import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { payloadsOf, removeAccount } from '../harness/accountLog';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { RETRY_ON_FAIL, START, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { credentialFor, startChatModel, type ChatModel } from './chatModel';
import { agentWith, callThroughMcp, toolOf } from './tools';

/** n8n calls a tool as its node. */
const TOOL = 'write_entry';
const DOMAIN = 'tools.example';
const CALL = { payload: { deal: 'D-1' } };
const TWO_EQUAL_CALLS: Array<[string, object[][]]> = [
	['at once', [[CALL, CALL]]],
	['one after the other', [[CALL], [CALL]]],
];

/** What is lost on the way is repeated by n8n alone. */
const writeEntry = (settings: Partial<INode> = {}): Step =>
	toolOf(
		TOOL,
		{
			resource: 'accountLog',
			operation: 'create',
			domain: DOMAIN,
			source: 'agent',
			type: 'note',
			payload: "={{ $fromAI('payload', 'What to write', 'json') }}",
			additionalFields: {},
			options: { maxRetries: 0 },
		},
		settings,
	);

describe('a tool', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(() => removeAccount(sandbox, DOMAIN));

	const payloads = () => payloadsOf(sandbox, DOMAIN);

	describe('behind an MCP server', () => {
		it.each(TWO_EQUAL_CALLS)('writes two entries for two equal calls %s', async (_when, turns) => {
			await callThroughMcp(n8n, writeEntry(), turns);
			expect(payloads()).toEqual([CALL.payload, CALL.payload]);
		});

		it('writes one entry where its answer is lost, with Retry On Fail', async () => {
			sandbox.failNext('resetAfter');
			const [said] = await callThroughMcp(n8n, writeEntry(RETRY_ON_FAIL), [[CALL]]);
			expect(said).toContain('accountLogId');
			expect(sandbox.requests).toHaveLength(2);
			expect(payloads()).toEqual([CALL.payload]);
		});

		it('creates one person where its answer is lost, with Retry On Fail, and says so', async () => {
			sandbox.failNext('resetAfter');
			const name = 'Created by MCP';
			const createPerson = toolOf(TOOL, { resource: 'person', operation: 'create', name }, RETRY_ON_FAIL);
			const [said] = await callThroughMcp(n8n, createPerson, [[{}]]);
			expect(said).toContain('The request may have succeeded');
			expect(sandbox.store.persons.all().filter((person) => person.name === name)).toHaveLength(1);
		});
	});

	/** The newest runs its tools as nodes of the workflow, the one before within itself. */
	describe.each([3.1, 2.2])('of an agent of version %s', (typeVersion) => {
		let model: ChatModel;
		let credential: StoredCredential;

		beforeAll(async () => {
			model = await startChatModel();
			credential = await credentialFor(model, n8n);
		});

		afterAll(() => model.close());

		/** Runs an agent that calls the tool turn by turn. */
		async function runAgent(tool: Step, turns: object[][]): Promise<void> {
			model.script.push(...turns.map((calls) => ({ tool: TOOL, calls })), 'done');
			const workflow = await n8n.importWorkflow(agentWith([tool], typeVersion, credential));
			const { status, error } = await n8n.run(workflow, START);
			expect(error).toBeUndefined();
			expect(status).toBe('success');
			expect(model.script).toEqual([]);
		}

		it.each(TWO_EQUAL_CALLS)('writes two entries for two equal calls %s', async (_when, turns) => {
			await runAgent(writeEntry(), turns);
			expect(payloads()).toEqual([CALL.payload, CALL.payload]);
		});

		it.each(TWO_EQUAL_CALLS)(
			'writes two entries for two equal calls %s where an answer is lost, with Retry On Fail',
			async (_when, turns) => {
				sandbox.failNext('resetAfter');
				await runAgent(writeEntry(RETRY_ON_FAIL), turns);
				expect(sandbox.requests).toHaveLength(3);
				expect(payloads()).toEqual([CALL.payload, CALL.payload]);
			},
		);
	});
});
