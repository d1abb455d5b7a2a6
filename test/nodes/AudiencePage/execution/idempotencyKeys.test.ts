import type { IDataObject } from 'n8n-workflow';

import { IdempotencyKeys } from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { NodeExecution } from '../../../../nodes/AudiencePage/execution/nodeExecution';
import { contentHash } from '../../../../nodes/AudiencePage/shared/hash';
import { contextWith, executionWith } from './keptContext';

type ItemContext = ReturnType<typeof contextWith>;

const itemKey = async (context: ItemContext, entry: IDataObject): Promise<string> =>
	await new IdempotencyKeys(context).forItem(context.getItemIndex(), entry);

const CREATE = { resource: 'accountLog', operation: 'create' };
const ENTRY = { source: 'crm', payload: { a: 1, b: 2 } };

test('a key is made of a SHA-256, and within the length that the service takes', async () => {
	expect(contentHash(ENTRY)).toMatch(/^[0-9a-f]{64}$/);
	expect(await itemKey(contextWith({ executionId: 'e1' }), ENTRY)).toMatch(/^[0-9a-f]{64}$/);
});

test('the key of a content is that of its content, in whatever order', async () => {
	expect(contentHash({ payload: { b: 2, a: 1 }, source: 'crm' })).toBe(contentHash(ENTRY));
	expect(contentHash({ ...ENTRY, source: 'erp' })).not.toBe(contentHash(ENTRY));
	expect(contentHash({ ...ENTRY, payload: { a: 1, b: '2' } })).not.toBe(contentHash(ENTRY));
});

test('the key of a content is the same in all versions of this package, or a sync would write everything again', async () => {
	expect(contentHash(ENTRY)).toBe('a5ab06260447f02728f62b93f42e8d463374ecc5a1e7e658f16739bd9cbef815');
});

describe('The key of an item', () => {
	const usual = { executionId: 'e1', run: 1, item: 2 };

	test('is the same at each try, also by another execution that goes on from what was kept', async () => {
		const kept: IDataObject = {};
		const first = await itemKey(contextWith({ ...usual, kept }), ENTRY);
		expect(kept).toMatchObject({ seed: 'e1' });
		expect(await itemKey(contextWith({ ...usual, kept }), ENTRY)).toBe(first);
		expect(await itemKey(contextWith({ ...usual, kept, executionId: 'e2' }), ENTRY)).toBe(first);
	});

	test('is the same in a retry where nothing was kept, by the token that newer n8n gives both', async () => {
		const first = await itemKey(contextWith({ ...usual, resumeToken: 't1' }), ENTRY);
		const retry = { ...usual, executionId: 'e2' };
		expect(await itemKey(contextWith({ ...retry, resumeToken: 't1' }), ENTRY)).toBe(first);
		expect(await itemKey(contextWith({ ...retry, resumeToken: 't2' }), ENTRY)).not.toBe(first);
	});

	test('needs nothing of n8n about the execution but its ID', async () => {
		const context = contextWith(usual);
		const $runIndex = usual.run;
		context.getWorkflowDataProxy = () => ({ $runIndex }) as never;
		expect(await itemKey(context, ENTRY)).toBe(await itemKey(contextWith(usual), ENTRY));
	});

	test.each([{ run: 2 }, { item: 0, jsons: [{ row: 2 }] }, { item: 1, jsons: [{ row: 9 }, { row: 2 }] }])(
		'is the same wherever the item stands: %j',
		async (other) => {
			const key = await itemKey(contextWith(usual), ENTRY);
			expect(await itemKey(contextWith({ ...usual, ...other }), ENTRY)).toBe(key);
		},
	);

	test('is one of its own for each of several equal items, over all runs of the node, and the same when tried again', async () => {
		const kept: IDataObject = {};
		const keysOfRun = async (run: number, deals: string[]) => {
			const context = contextWith({ executionId: 'e1', kept, run, jsons: deals.map((deal) => ({ deal })) });
			const keys = new IdempotencyKeys(context);
			return await Promise.all(deals.map(async (_, item) => await keys.forItem(item, ENTRY)));
		};
		const [a, b, secondA] = await keysOfRun(0, ['a', 'b', 'a']);
		const [thirdA] = await keysOfRun(1, ['a']);
		expect(new Set([a, b, secondA, thirdA]).size).toBe(4);
		expect((await keysOfRun(1, ['new', 'a']))[1]).toBe(thirdA);
		expect(await keysOfRun(0, ['new', 'a', 'a', 'a', 'b'])).toEqual([
			expect.any(String),
			a,
			secondA,
			thirdA,
			b,
		]);
	});

	test('counts the equal items of earlier runs that a retry had no key to make for', async () => {
		const kept: IDataObject = {};
		const keysOf = (run: number, deals: string[]) =>
			new IdempotencyKeys(
				contextWith({ executionId: 'e1', kept, run, jsons: deals.map((deal) => ({ deal })) }),
			);
		const first = keysOf(0, ['b', 'a']);
		const keyOfA = await first.forItem(1, ENTRY);
		await first.end();
		// The item "a" is restored.
		const retry = keysOf(0, ['b', 'a']);
		await retry.forItem(0, ENTRY);
		await retry.end();
		expect(await keysOf(1, ['a']).forItem(0, ENTRY)).not.toBe(keyOfA);
	});

	test('counts the equal items before it that a previous attempt has written', async () => {
		const jsons = [{ deal: 'a' }, { deal: 'a' }];
		const keyAt = async (item: number) =>
			await itemKey(contextWith({ executionId: 'e1', jsons, item }), ENTRY);
		const [first, second] = [await keyAt(0), await keyAt(1)];
		expect(first).not.toBe(second);
	});

	test('is the same whatever the content: $now may change it from try to try', async () => {
		const kept: IDataObject = {};
		const keyOf = async (entry: IDataObject) => await itemKey(contextWith({ ...usual, kept }), entry);
		const [one, other] = [await keyOf(ENTRY), await keyOf({ source: 'erp' })];
		expect(one).toBe(other);
	});

	test.each([
		{ executionId: 'e2' },
		{ item: 3 },
		{ instanceId: 'instance-2' },
		{ workflowId: 'workflow-2' },
		{ nodeId: 'node-2' },
		{ parameters: { ...CREATE, domain: 'acme.example' } },
		{ parameters: { ...CREATE, options: { idempotencyKey: 'mine' } } },
	])('is another with %j', async (other) => {
		const key = await itemKey(contextWith(usual), ENTRY);
		expect(await itemKey(contextWith({ ...usual, ...other }), ENTRY)).not.toBe(key);
	});

	test('is the same however requests are sent', async () => {
		const options = { maxConcurrentRequests: 2, maxRetries: 2, timeout: 50_000 };
		const key = await itemKey(contextWith({ ...usual, parameters: CREATE }), ENTRY);
		expect(await itemKey(contextWith({ ...usual, parameters: { ...CREATE, options } }), ENTRY)).toBe(key);
	});
});

describe('A call', () => {
	test.each([
		[{ executionId: 'e1' }, false],
		[{ executionId: 'e1', isTool: true }, true],
		[{}, true],
		[{ isTool: true }, true],
		[{ executionId: 'e1', nodeType: 'n8n-nodes-audience-page.audiencePageTool' }, true],
	])('is what has no execution, or is a tool: %j', async (circumstances, is) => {
		expect(executionWith(circumstances).isToolCall).toBe(is);
	});

	test('is told from a run where n8n is too old to know of tools', async () => {
		const context: Partial<ReturnType<typeof contextWith>> = contextWith({ executionId: 'e1' });
		delete context.isToolExecution;
		expect(new NodeExecution(context as ReturnType<typeof contextWith>).isToolCall).toBe(false);
	});
});

describe('The key of a call of an agent', () => {
	const context = (kept: IDataObject, run = 0) => contextWith({ executionId: 'e1', isTool: true, kept, run });

	test('is the same for each equal call of the execution, whatever its run index', async () => {
		const kept: IDataObject = {};
		const key = await itemKey(context(kept), ENTRY);
		expect(await itemKey(context(kept, 1), ENTRY)).toBe(key);
		expect(await itemKey(context(kept), { ...ENTRY, source: 'erp' })).not.toBe(key);
		expect(await itemKey(contextWith({ executionId: 'e2', isTool: true }), ENTRY)).not.toBe(key);
	});
});

test.each([{}, { kept: false as const }])(
	'a call without execution has a key of its own: %j',
	async (circumstances) => {
		const [one, other] = await Promise.all(
			[1, 2].map(async () => await itemKey(contextWith(circumstances), ENTRY)),
		);
		expect(one).not.toBe(other);
	},
);

test('a call without execution keeps its key when Retry On Fail makes it again', async () => {
	const kept: IDataObject = {};
	const key = await itemKey(contextWith({ kept }), ENTRY);
	expect(await itemKey(contextWith({ kept }), ENTRY)).toBe(key);
});

test('a run of an execution needs the data that n8n keeps for it', async () => {
	const key = itemKey(contextWith({ kept: false, executionId: 'e1' }), ENTRY);
	await expect(key).rejects.toThrow('not initialized');
});

test.each([
	['execution', { executionId: 'e1' }],
	['call', { executionId: 'e1', isTool: true }],
	['nothing', {}],
	['nothing', { kept: false as const }],
])('the key of an item is sent again by: %s, with %j', async (retryAdvice, circumstances) => {
	const keys = new IdempotencyKeys(contextWith(circumstances));
	const request = { url: '/', body: { ...ENTRY, idempotencyKey: await keys.forItem(0, ENTRY) } };
	expect(keys.retryAdvice(request)).toBe(retryAdvice);
	const ofContent = { url: '/', body: { ...ENTRY, idempotencyKey: contentHash(ENTRY) } };
	expect(keys.retryAdvice(ofContent)).toBe(retryAdvice === 'execution' ? 'execution' : 'call');
});
