import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Ids } from '../../cases/operationCase';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { runnable } from '../../support/everyOperation';
import { firstIds } from '../../support/records';
import { runNode } from '../../support/runNode';
import { payloadsOf, removeAccount } from '../harness/accountLog';
import type { RealN8n } from '../harness/RealN8n';
import { RETRY_ON_FAIL, START, type Step } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { answersIn, startChatModel, type ChatModel } from './chatModel';
import { agentWith, callThroughMcp, runOwnAgent, toolOf, WITH_AGENTS } from './tools';

/** n8n calls a tool as its node. */
const TOOL = 'write_entry';
const DOMAIN = 'tools.example';
const CALL = { note: 'He called' };

/** An argument that the model fills in; n8n has it fill in every one. */
const ai = (name: string) => `={{ $fromAI('${name}') }}`;

/** Fields of these names, each with such an argument. */
const filledIn = (...names: string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, ai(name)]));

const entryWith = (options: INodeParameters): INodeParameters => ({
	...{ resource: 'accountLog', operation: 'create', domain: DOMAIN, source: 'agent', type: 'note' },
	payload: { note: ai('note') },
	additionalFields: {},
	options,
});
/** What is lost on the way is not repeated by the node. */
const NO_RETRIES = { maxRetries: 0 };
const PERSON: INodeParameters = {
	...{ resource: 'person', operation: 'create', name: 'Called Twice' },
	options: NO_RETRIES,
};

describe('a tool', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let model: ChatModel;

	useN8n((both) => ({ sandbox, n8n } = both), { env: WITH_AGENTS });

	beforeAll(async () => {
		model = await startChatModel(n8n);
	});

	afterAll(() => model.close());

	beforeEach(() => removeAccount(sandbox, DOMAIN));

	/** Runs an agent of a workflow with these tools, whose model follows its script to the end. */
	async function runAgent(tools: Step[], typeVersion: number): Promise<void> {
		const run = await n8n.runFile(agentWith(tools, typeVersion, model.credential), START);
		expect(run.error).toBeUndefined();
		expect(model.script).toEqual([]);
	}

	it('is described to the model in one line: what it does, and where', async () => {
		model.script.push('Done');
		const tools = runnable.map(({ name, parameters }) => toolOf(name.replace('.', '_'), parameters));
		await runAgent(tools, 3.1);
		const told = model.asked().at(-1)!.tools!;
		expect(told.map(({ function: { description } }) => description).sort()).toEqual(
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

	/**
	 * See docs/BULK-WORK.md, "Calls by agents". Of the agents in a workflow, the newest runs its tools as nodes of the
	 * workflow, the one before within itself.
	 *
	 * @param isKept whether calls have an execution in common, which keeps what was written
	 * @param next what the model is told to do about a log entry that may have been written; an agent of version 2 tells
	 * it nothing
	 */
	describe.each<[whose: string, isKept: boolean, next: string]>([
		['an MCP server', false, 'check whether the log entry exists'],
		["n8n's own Agents", false, 'check whether the log entry exists'],
		['an agent of version 3.1', true, 'call again with the same values'],
		['an agent of version 2.2', true, ''],
	])('of %s', (whose, isKept, next) => {
		/** What the tool says to a model that calls it so: turn by turn, the calls of a turn at once. */
		async function answersOf(
			parameters: INodeParameters,
			turns: object[][],
			settings?: Partial<INode>,
		): Promise<string[]> {
			const tool = toolOf(TOOL, parameters, settings);
			if (whose === 'an MCP server') return await callThroughMcp(n8n, tool, turns);
			model.script.push(...turns.map((calls) => ({ tool: TOOL, calls })), 'Done');
			if (whose === "n8n's own Agents") await runOwnAgent(n8n, model.credential, { [TOOL]: parameters });
			else await runAgent([tool], Number(whose.split(' ').at(-1)));
			return answersIn(model.asked().at(-1)!);
		}

		it.each([
			['at once', [[CALL, CALL]]],
			['one after the other', [[CALL], [CALL]]],
		])(
			'writes an entry for each call, and one for equal calls of one execution: two calls %s where an answer is lost',
			async (_when, turns) => {
				const sendsItself = whose === "n8n's own Agents"; // which have no Retry On Fail
				sandbox.failNext('resetAfter');
				await answersOf(entryWith(sendsItself ? {} : NO_RETRIES), turns, RETRY_ON_FAIL);
				expect(sandbox.requests).toHaveLength(3);
				expect(payloadsOf(sandbox, DOMAIN)).toEqual(isKept ? [CALL] : [CALL, CALL]);
			},
		);

		it('tells the model what to do after a call that may have written, and keeps to it', async () => {
			const callTwice = async (parameters: INodeParameters): Promise<string[]> => {
				sandbox.failNext('resetAfter');
				return await answersOf(parameters, [[CALL], [CALL]]);
			};
			const [lostEntry] = await callTwice(entryWith(NO_RETRIES));
			expect(lostEntry).toContain(next);
			expect(payloadsOf(sandbox, DOMAIN)).toHaveLength(isKept ? 1 : 2);

			sandbox.requests.length = 0;
			const [lostPerson, again] = await callTwice(PERSON);
			expect(lostPerson).toContain(next === '' ? '' : 'check whether the record exists');
			expect(again).toContain(isKept && next !== '' ? 'Not sent again' : '');
			expect(sandbox.requests).toHaveLength(isKept ? 1 : 2);
		});
	});

	it("of n8n's own Agents runs every operation as a workflow does, and says in the message what to do next", async () => {
		const ids = firstIds(sandbox.store);
		const given = Object.fromEntries(Object.keys(ids).map((name) => [name, ai(name)])) as Ids;
		const tools = Object.fromEntries(
			runnable.map(({ name, parametersFor }) => [name.replace('.', '_'), parametersFor(given)]),
		);
		const wrong = { ...entryWith({}), source: 'Not Kebab' };
		model.script.push(...Object.keys(tools).map((tool) => ({ tool, calls: [ids] })));
		model.script.push({ tool: TOOL, calls: [CALL] }, 'Done');
		await runOwnAgent(n8n, model.credential, { ...tools, [TOOL]: wrong });
		const answers = answersIn(model.asked().at(-1)!);
		expect(answers.pop()).toContain(
			'Source must be lower-case letters, digits and single hyphens, e.g. crm-deals',
		);

		const fieldsOf = (records: IDataObject[]) => [...new Set(records.flatMap(Object.keys))].sort();
		const usual: unknown[] = [];
		for (const { parametersFor } of runnable)
			usual.push(['success', fieldsOf((await runNode(sandbox, parametersFor(ids))).json)]);
		const outputs = answers.map((answer) => {
			const { status, data } = JSON.parse(answer) as { status: string; data: INodeExecutionData[] };
			return [status, fieldsOf(data.map(({ json }) => json))];
		});
		expect(outputs).toEqual(usual);
	});
});
