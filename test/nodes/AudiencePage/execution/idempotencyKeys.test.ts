import type { IDataObject } from 'n8n-workflow';
import { IdempotencyKeys } from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { NodeExecution } from '../../../../nodes/AudiencePage/execution/nodeExecution';
import { contentHash } from '../../../../nodes/AudiencePage/shared/hash';
import { contextWith, executionWith, type Circumstances } from './keptContext';

const CREATE = { resource: 'accountLog', operation: 'create' };
const ENTRY = { source: 'crm', payload: { a: 1, b: 2 } };

const keyOf = async (circumstances: Circumstances, entry: IDataObject = ENTRY): Promise<string> =>
	await new IdempotencyKeys(executionWith(circumstances)).forItem(circumstances.item ?? 0, entry);

test('the key of a content is the same in all versions of this package, or a sync would write everything again', () => {
	expect(contentHash(ENTRY)).toBe(
		'a5ab06260447f02728f62b93f42e8d463374ecc5a1e7e658f16739bd9cbef815',
	);
});

describe('The key of an item', () => {
	const usual = { executionId: 'e1', run: 1, item: 2 };

	test.each<[string, Circumstances, Circumstances, boolean]>([
		['in another execution', {}, { executionId: 'e2' }, false],
		[
			'in a retry with the same token',
			{ resumeToken: 't1' },
			{ executionId: 'e2', resumeToken: 't1' },
			true,
		],
		['in a retry with another token', { resumeToken: 't1' }, { resumeToken: 't2' }, false],
		['in another run', {}, { run: 2 }, true],
		[
			'in another place',
			{},
			{ item: 0, jsons: [{ row: 2, row_number: 7, toolCallId: 'c1' }] },
			true,
		],
		['of another item', {}, { item: 3 }, false],
		['in another n8n', {}, { instanceId: 'instance-2' }, false],
		['in another workflow', {}, { workflowId: 'workflow-2' }, false],
		['of another node', {}, { nodeId: 'node-2' }, false],
		['with other parameters', {}, { parameters: { ...CREATE, domain: 'acme.example' } }, false],
		[
			'with other options',
			{},
			{ parameters: { ...CREATE, options: { idempotencyKey: 'mine' } } },
			false,
		],
		[
			'with other options of its requests',
			{},
			{ parameters: { ...CREATE, options: { timeout: 1 } } },
			true,
		],
	])('%s', async (_what, one, other, isSame) => {
		const keys = [await keyOf({ ...usual, ...one }), await keyOf({ ...usual, ...one, ...other })];
		expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(keys[0] === keys[1]).toBe(isSame);
	});

	test('is the same at each attempt of an execution, whatever its ID, and whatever `$now` makes of the entry', async () => {
		const kept: IDataObject = {};
		await keyOf({ ...usual, run: 0, kept });
		const key = await keyOf({ ...usual, kept });
		const runs = { [contentHash({ row: 2 }).slice(0, 16)]: [0, 1] };
		expect(kept).toMatchObject({ seed: 'e1', occurrences: { runs } });
		expect(await keyOf({ ...usual, kept, executionId: 'e2' }, { source: 'erp' })).toBe(key);
	});
});

/**
 * It gives a hook the item alone, and the execution all that the run was given; nothing, in n8n's
 * own tests of a node.
 */
test.each([{}, { main: [[{ json: { row: 1 } }, { json: { row: 1 } }]] }])(
	"in n8n's declarative engine, the key of an item is the same: %j",
	async (data) => {
		const circumstances = { executionId: 'e1', jsons: [{ row: 1 }] };
		const hook = {
			...contextWith(circumstances),
			getInputData: () => ({ json: { row: 1 } }),
			getExecuteData: () => ({ data }),
		} as never;
		const key = await new IdempotencyKeys(new NodeExecution(hook)).forItem(0, ENTRY);
		expect(key).toBe(await keyOf(circumstances));
	},
);

describe('A call', () => {
	test.each<[Circumstances, isCall: boolean, sentAgainBy: string]>([
		[{ executionId: 'e1' }, false, 'execution'],
		[{ executionId: 'e1', isTool: true }, true, 'call'],
		[{ executionId: 'e1', nodeType: 'n8n-nodes-audience-page.audiencePageTool' }, true, 'call'],
		[{ executionId: 'e1', calledBy: '@n8n/n8n-nodes-langchain.mcpTrigger' }, true, 'nothing'],
		[{ executionId: 'e1', isTool: true, calledBy: '@n8n/n8n-nodes-langchain.agent' }, true, 'call'],
		[{}, true, 'nothing'],
		[{ kept: false }, true, 'nothing'],
	])('is what has no execution, or is a tool: %j', async (circumstances, isCall, sentAgainBy) => {
		const execution = executionWith(circumstances);
		expect(execution.isToolCall).toBe(isCall);
		const keys = new IdempotencyKeys(execution);
		const idempotencyKey = await keys.forItem(0, ENTRY);
		expect(keys.retryAdvice({ url: '/', body: { idempotencyKey } })).toBe(sentAgainBy);
		const others = [{ url: '/', body: { idempotencyKey: 'mine' } }, { url: '/' }];
		for (const other of others) expect(keys.retryAdvice(other)).toBe(isCall ? 'call' : 'execution');
		expect(keys.retryAdvice(others[0]!, true)).toBe(isCall ? 'call' : 'nothing');
	});

	test('is told from a run where n8n is too old to know of tools', () => {
		const context: Partial<ReturnType<typeof contextWith>> = contextWith({ executionId: 'e1' });
		delete context.isToolExecution;
		expect(new NodeExecution(context as ReturnType<typeof contextWith>).isToolCall).toBe(false);
	});

	test('without execution has a key of its own, which it keeps when Retry On Fail makes it again', async () => {
		const kept: IDataObject = {};
		const key = await keyOf({ kept });
		expect(await keyOf({ kept })).toBe(key);
		expect(
			new Set([key, await keyOf({}), await keyOf({ kept: false }), await keyOf({ kept: false })])
				.size,
		).toBe(4);
	});

	test('with an execution needs the data that n8n keeps for it', async () => {
		await expect(keyOf({ kept: false, executionId: 'e1' })).rejects.toThrow('not initialized');
	});
});
