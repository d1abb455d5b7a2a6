/** What tells runs and their items apart, as the keys of log entries show it. */
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { aNode } from '../../../support/node';
import { nodeWith } from '../../../support/nodeWith';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();

const CREATE: INodeParameters = {
	...{ resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
	...{ payload: '={{ $json }}', options: { maxConcurrentRequests: 1 } },
};
const EXECUTION: WorkflowOptions = { executionId: 'execution-1' };

interface Circumstances {
	parameters?: INodeParameters;
	options?: WorkflowOptions;
	/** What n8n's context gives in place of its own. */
	members?: Partial<IExecuteFunctions>;
}

/** The keys of the log entries that are sent, in the order of the items. */
async function keysOf({ parameters, options, members = {} }: Circumstances): Promise<unknown[]> {
	sandbox().requests.length = 0;
	const nodeType = nodeWith(members);
	const allOptions = { ...EXECUTION, nodeType, ...options };
	await runNode(sandbox(), { ...CREATE, ...parameters }, allOptions);
	return sandbox().requests.map(({ body }) => (body as IDataObject).idempotencyKey);
}

const inNode = (id: string) => ({ getNode: () => ({ ...aNode, id, parameters: CREATE }) });
const NO_TOKEN = { getWorkflowDataProxy: () => ({ $runIndex: 0 }) } as object;

const resumedAt = (query: string): Circumstances => {
	const proxy = { $runIndex: 0, $execution: { resumeUrl: `https://n8n.example/wait/1?${query}` } };
	return { members: { getWorkflowDataProxy: () => proxy as never } };
};

describe('The key of an item', () => {
	test.each<[string, Circumstances, Circumstances, boolean]>([
		['in another execution', {}, { options: { executionId: 'execution-2' } }, false],
		['in a retry, which has another ID', {}, { members: { getExecutionId: () => 'e2' } }, true],
		[
			'resumed at an address with more in it',
			resumedAt('signature=t'),
			resumedAt('x=1&signature=t&y=2'),
			true,
		],
		['in another n8n', {}, { members: { getInstanceId: () => 'instance-2' } }, false],
		['in another workflow', {}, { members: { getWorkflow: () => ({ id: 'w2' }) as never } }, false],
		['of another node', { members: inNode('n1') }, { members: inNode('n2') }, false],
		['with another credential', {}, { options: { credentialId: 'credential-2' } }, false],
		['with other fields', {}, { parameters: { domain: 'other.example' } }, false],
		['with other options', {}, { parameters: { options: { maxConcurrentRequests: 2 } } }, true],
	])('%s', async (_what, before, after, isSame) => {
		const [first] = await keysOf(before);
		const [second] = await keysOf(after);
		expect(first).toMatch(/^[0-9a-f]{64}$/);
		expect(first === second).toBe(isSame);
	});

	test('in another run of the node', async () => {
		const keys = await keysOf({ options: { batches: [[{}], [{}]] } });
		expect(new Set(keys).size).toBe(2);
	});

	test('in a retry by an older n8n, which has no token, but what the first run has left', async () => {
		const contextData: IDataObject = {};
		const keysIn = async (executionId: string) => {
			const context = { getContext: () => contextData, getExecutionId: () => executionId };
			return await keysOf({ members: { ...NO_TOKEN, ...context } });
		};
		expect(await keysIn('e1')).toEqual(await keysIn('e2'));
	});

	test('is that of no other item, even if that is equal', async () => {
		const items = [{ a: 1 }, { a: 2 }, { a: 1 }, {}, { a: '1' }];
		expect(new Set(await keysOf({ options: { items } })).size).toBe(items.length);
	});

	test('stays the same wherever the item stands, whatever the order of its fields', async () => {
		const before = await keysOf({ options: { items: [{ a: 1, b: 2 }, { c: 3 }, { c: 3 }] } });
		const moved = [{ c: 3 }, { d: 4 }, { c: 3 }, { b: 2, a: 1 }];
		const after = await keysOf({ options: { items: moved } });
		expect([after[3], after[0], after[2]]).toEqual(before);
	});
});

describe('A tool call', () => {
	const tool = { ...aNode, type: `${aNode.type}Tool`, parameters: CREATE };
	test.each<[string, Partial<IExecuteFunctions>]>([
		['of an agent', { isToolExecution: () => true }],
		['of a node that is a tool', { getNode: () => tool }],
		['of an MCP client', { getExecutionId: () => undefined as never }],
	])('%s is a run of its own, and keeps nothing', async (_what, members) => {
		const contextData: IDataObject = {};
		const call = { members: { ...members, getContext: () => contextData } };
		const [first] = await keysOf(call);
		const [second] = await keysOf(call);
		expect(first).toBeDefined();
		expect(first).not.toEqual(second);
		expect(contextData).toEqual({});
	});
});
