import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { LINKED_OPERATIONS } from '../../support/itemLinks';
import { payloadsOf, removeAccount } from '../harness/accountLog';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { RETRY_ON_FAIL, START, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { answersIn, credentialFor, startChatModel, type ChatModel } from './chatModel';
import { WITH_AGENTS } from './N8nAgent';
import { n8nAgents } from './n8nAgents';
import { agentWith, callThroughMcp, toolOf } from './tools';

/** n8n calls a tool as its node. */
const TOOL = 'write_entry';
const DOMAIN = 'tools.example';
const CALL = { payload: { deal: 'D-1' } };
const TWO_EQUAL_CALLS: Array<[string, object[][]]> = [
	['at once', [[CALL, CALL]]],
	['one after the other', [[CALL], [CALL]]],
];

/** An argument that the model fills in; n8n has it fill in every one. */
const ai = (name: string) => `={{ $fromAI('${name}') }}`;

/** Fields of these names, each with such an argument. */
const filledIn = (...names: string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, ai(name)]));

/** What is lost on the way is not repeated by the node. */
const ENTRY: INodeParameters = {
	resource: 'accountLog',
	operation: 'create',
	domain: DOMAIN,
	source: 'agent',
	type: 'note',
	payload: "={{ $fromAI('payload', 'What to write', 'json') }}",
	additionalFields: {},
	options: { maxRetries: 0 },
};
/** An agent of version 2 has nothing to say to its model of an error. */
const NOT_TOLD = '';
const PERSON: INodeParameters = { resource: 'person', operation: 'create', name: 'Called Twice' };

describe('a tool', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let model: ChatModel;
	let credential: StoredCredential;

	useN8n((both) => ({ sandbox, n8n } = both), {}, { env: WITH_AGENTS });

	beforeAll(async () => {
		model = await startChatModel();
		credential = await credentialFor(model, n8n);
	});

	afterAll(() => model.close());

	beforeEach(() => removeAccount(sandbox, DOMAIN));

	/** Runs an agent with these tools, whose model follows its script to the end. */
	async function runAgent(tools: Step[], typeVersion: number): Promise<void> {
		const { error } = await n8n.run(
			await n8n.importWorkflow(agentWith(tools, typeVersion, credential)),
			START,
		);
		expect(error).toBeUndefined();
		expect(model.script).toEqual([]);
	}

	it('is described to the model in one line: what it does, and where', async () => {
		model.script.push('Done');
		const tools = LINKED_OPERATIONS.map(([parameters], n) => toolOf(`tool_${n}`, parameters));
		await runAgent(tools, 3.1);
		const told = model
			.asked()
			.at(-1)!
			.tools!.map(({ function: { description } }) => description);
		expect([...new Set(told)].sort()).toEqual(
			operations.map(({ option }) => `${option.action} in Audience Page`).sort(),
		);
	});

	it('takes "" for nothing, and an email for its person', async () => {
		const { personId, email } = sandbox.store.persons.all()[7]!;
		const update = toolOf('update_person', {
			resource: 'person',
			operation: 'update',
			personId: ai('person'),
			updateFields: filledIn('name', 'email', 'domain', 'phoneNumber', 'linkedinProfileUrl'),
			fieldsToClear: ai('fieldsToClear'),
			options: filledIn('maxConcurrentRequests', 'maxRetries', 'timeout'),
		});
		const names = [...JSON.stringify(update).matchAll(/\$fromAI\('(\w+)'\)/g)].map(([, name]) => [name, '']);
		const given = { ...(Object.fromEntries(names) as object), person: email, name: 'Found by email' };
		await callThroughMcp(n8n, update, [[given]]);
		const { method, path, body } = sandbox.requests.at(-1)!;
		expect([method, path, body]).toEqual(['PATCH', `/v0/persons/${personId}`, { name: 'Found by email' }]);
	});

	/** Of agents, the newest runs its tools as nodes of the workflow, the one before within itself. */
	describe.each<[string, next: string, number?]>([
		['an MCP server', 'check whether the log entry exists'],
		['an agent of version 3.1', 'call again with the same values', 3.1],
		['an agent of version 2.2', NOT_TOLD, 2.2],
	])('of %s', (_whose, next, version) => {
		/** What the tool says to a model that calls it so. */
		async function answersOf(tool: Step, turns: object[][]): Promise<string[]> {
			if (version === undefined) return await callThroughMcp(n8n, tool, turns);
			model.script.push(...turns.map((calls) => ({ tool: TOOL, calls })), 'Done');
			await runAgent([tool], version);
			return answersIn(model.asked().at(-1)!);
		}

		it.each(TWO_EQUAL_CALLS)(
			'writes an entry for each call, and one for equal calls of one execution: two calls %s where an answer is lost, with Retry On Fail',
			async (_when, turns) => {
				sandbox.failNext('resetAfter');
				await answersOf(toolOf(TOOL, ENTRY, RETRY_ON_FAIL), turns);
				expect(sandbox.requests).toHaveLength(3);
				const entries = version === undefined ? [CALL.payload, CALL.payload] : [CALL.payload];
				expect(payloadsOf(sandbox, DOMAIN)).toEqual(entries);
			},
		);

		it('tells the model what to do after a call that may have written, and keeps to it', async () => {
			const isKept = version !== undefined;
			const callTwice = async (parameters: INodeParameters): Promise<string[]> => {
				sandbox.failNext('resetAfter');
				return await answersOf(toolOf(TOOL, parameters), [[CALL], [CALL]]);
			};
			const [lostEntry] = await callTwice(ENTRY);
			expect(lostEntry).toContain(next);
			expect(payloadsOf(sandbox, DOMAIN)).toHaveLength(isKept ? 1 : 2);

			sandbox.requests.length = 0;
			const [lostPerson, again] = await callTwice(PERSON);
			expect(lostPerson).toContain(next === NOT_TOLD ? '' : 'check whether the record exists');
			expect(again).toContain(isKept && next !== NOT_TOLD ? 'Not sent again' : '');
			expect(sandbox.requests).toHaveLength(isKept ? 1 : 2);
		});
	});

	describe("of n8n's own Agents", () => {
		n8nAgents(() => ({ sandbox, n8n, model, credential }), DOMAIN);
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
