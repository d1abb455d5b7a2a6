import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Ids } from '../../cases/operationCase';
import type { Sandbox } from '../../service/sandbox';
import { runnable } from '../../support/everyOperation';
import { firstIds } from '../../support/records';
import { runNode } from '../../support/runNode';
import { payloadsOf, removeAccount } from '../harness/accountLog';
import type { RealN8n } from '../harness/RealN8n';
import { START } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { answersIn, startChatModel, type ChatModel } from './chatModel';
import { agentWith, callThroughMcp, runOwnAgent, toolOf } from './tools';

/** n8n calls a tool as its node. */
const TOOL = 'write_entry';
const DOMAIN = 'tools.example';
const CALL = { note: 'He called' };
/** Two calls of the tool, one after the other. */
const TWO_TURNS = [[CALL], [CALL]];

/** An argument that the model fills in; n8n has it fill in every one. */
const ai = (name: string) => `={{ $fromAI('${name}') }}`;

const entryWith = (options: INodeParameters): INodeParameters => ({
	...{ resource: 'accountLog', operation: 'create', domain: DOMAIN, source: 'agent', type: 'note' },
	payload: { note: ai('note') },
	options,
});
/** So often, the node sends what it may repeat. */
const EVERY_TRY = { times: 6 };
const PERSON = {
	resource: 'person',
	operation: 'create',
	name: 'Called Twice',
};
const SEARCH = { resource: 'person', operation: 'getAll', filters: { query: ai('name') } };

describe('a tool', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let model: ChatModel;

	useN8n((both) => ({ sandbox, n8n } = both), { env: { N8N_ENABLED_MODULES: 'agents' } });
	beforeAll(async () => {
		model = await startChatModel(n8n);
	});
	afterAll(() => model.close());
	beforeEach(() => removeAccount(sandbox, DOMAIN));

	/** See docs/GUIDE.md, "Run it again". */
	describe.each(['an MCP server', "n8n's own Agents", 'an agent of a workflow'])(
		'of %s',
		(whose) => {
			/**
			 * What the tool says to a model that calls it so: turn by turn, the calls of a turn at once.
			 */
			async function answersOf(parameters: INodeParameters, turns: object[][]): Promise<string[]> {
				const tool = toolOf(TOOL, parameters);
				if (whose === 'an MCP server') return await callThroughMcp(n8n, tool, turns);
				model.script.push(...turns.map((calls) => ({ tool: TOOL, calls })), 'Done');
				if (whose === 'an agent of a workflow') {
					const run = await n8n.runFile(agentWith([tool], 3.1, model.credential), START);
					expect(run.error).toBeUndefined();
				} else await runOwnAgent(n8n, model.credential, { [TOOL]: parameters });
				return answersIn(model.asked().at(-1)!);
			}

			it.each([
				['at once', [[CALL, CALL]]],
				['one after the other', TWO_TURNS],
			])(
				'writes two equal calls %s as two entries, each once, though an answer is lost',
				async (_when, turns) => {
					sandbox.failNext('resetAfter');
					await answersOf(entryWith({}), turns);
					expect(sandbox.requests).toHaveLength(3);
					expect(payloadsOf(sandbox, DOMAIN)).toEqual([CALL, CALL]);
				},
			);

			it('tells the model to check after a call that may have written, and writes what it calls again', async () => {
				sandbox.failNext('resetAfter', EVERY_TRY);
				const [lostEntry] = await answersOf(entryWith({}), TWO_TURNS);
				const checkFirst = 'check in Audience Page before you send it again';
				expect(lostEntry).toContain(checkFirst);
				expect(payloadsOf(sandbox, DOMAIN)).toEqual([CALL, CALL]);

				sandbox.requests.length = 0;
				sandbox.failNext('resetAfter');
				const [lostPerson, again] = await answersOf(PERSON, TWO_TURNS);
				expect(lostPerson).toContain(checkFirst);
				expect(again).toContain('personId');
				expect(sandbox.requests).toHaveLength(2);
			});

			it('says so if it finds nothing', async () => {
				const [answer] = await answersOf(SEARCH, [[{ name: 'Of No Name' }]]);
				expect(answer).toContain('Nothing found');
			});
		},
	);

	it("of n8n's own Agents runs every operation as a workflow does, and says in the message what to do next", async () => {
		const ids = firstIds(sandbox.store);
		const given = Object.fromEntries(Object.keys(ids).map((name) => [name, ai(name)])) as Ids;
		const tools = Object.fromEntries(
			runnable.map(({ name, parametersFor }) => [name.replace('.', '_'), parametersFor(given)]),
		);
		model.script.push(...Object.keys(tools).map((tool) => ({ tool, calls: [ids] })));
		model.script.push({ tool: TOOL, calls: [CALL] }, 'Done');
		await runOwnAgent(n8n, model.credential, {
			...tools,
			[TOOL]: { ...entryWith({}), source: '!' },
		});
		const answers = answersIn(model.asked().at(-1)!);
		expect(answers.pop()).toContain('Source must be in letters from a to z or digits');

		const fieldsOf = (records: IDataObject[]) => [...new Set(records.flatMap(Object.keys))].sort();
		for (const [n, { name, parametersFor }] of runnable.entries()) {
			const { status, data } = JSON.parse(answers[n]!) as {
				status: string;
				data: INodeExecutionData[];
			};
			const usual = fieldsOf((await runNode(sandbox, parametersFor(ids))).json);
			expect([name, status, fieldsOf(data.map(({ json }) => json))]).toEqual([
				name,
				'success',
				usual,
			]);
		}
	});
});
