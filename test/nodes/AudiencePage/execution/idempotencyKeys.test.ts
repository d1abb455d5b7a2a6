import type { IDataObject } from 'n8n-workflow';

import { IdempotencyKeys, isToolCall } from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { contentHash } from '../../../../nodes/AudiencePage/shared/contentHash';
import { contextWith } from './keptContext';

type ItemContext = ReturnType<typeof contextWith>;

const itemKey = (context: ItemContext, entry: IDataObject): string =>
	new IdempotencyKeys(context).forItem(context.getItemIndex(), entry);

const CREATE = { resource: 'accountLog', operation: 'create' };
const ENTRY = { source: 'crm', payload: { a: 1, b: 2 } };

test('a key is made of a SHA-256, and within the length that the service takes', () => {
	expect(contentHash(ENTRY)).toMatch(/^[0-9a-f]{64}$/);
	expect(itemKey(contextWith({ executionId: 'e1' }), ENTRY)).toMatch(/^[0-9a-f]{64}$/);
});

test('the key of a content is that of its content, in whatever order', () => {
	expect(contentHash({ payload: { b: 2, a: 1 }, source: 'crm' })).toBe(contentHash(ENTRY));
	expect(contentHash({ ...ENTRY, source: 'erp' })).not.toBe(contentHash(ENTRY));
	expect(contentHash({ ...ENTRY, payload: { a: 1, b: '2' } })).not.toBe(contentHash(ENTRY));
});

test('the key of a content is the same in all versions of this package, or a sync would write everything again', () => {
	expect(contentHash(ENTRY)).toBe('a5ab06260447f02728f62b93f42e8d463374ecc5a1e7e658f16739bd9cbef815');
});

describe('The key of an item', () => {
	const usual = { executionId: 'e1', run: 1, item: 2 };

	test('is the same at each try, also by another execution that goes on from what was kept', () => {
		const kept: IDataObject = {};
		const first = itemKey(contextWith({ ...usual, kept }), ENTRY);
		expect(kept).toMatchObject({ seed: 'e1' });
		expect(itemKey(contextWith({ ...usual, kept }), ENTRY)).toBe(first);
		expect(itemKey(contextWith({ ...usual, kept, executionId: 'e2' }), ENTRY)).toBe(first);
	});

	test('is the same in a retry where nothing was kept, by the token that newer n8n gives both', () => {
		const first = itemKey(contextWith({ ...usual, resumeToken: 't1' }), ENTRY);
		const retry = { ...usual, executionId: 'e2' };
		expect(itemKey(contextWith({ ...retry, resumeToken: 't1' }), ENTRY)).toBe(first);
		expect(itemKey(contextWith({ ...retry, resumeToken: 't2' }), ENTRY)).not.toBe(first);
	});

	test('needs nothing of n8n about the execution but its ID', () => {
		const context = contextWith(usual);
		const $runIndex = usual.run;
		context.getWorkflowDataProxy = () => ({ $runIndex }) as never;
		expect(itemKey(context, ENTRY)).toBe(itemKey(contextWith(usual), ENTRY));
	});

	test.each([{ run: 2 }, { item: 0, jsons: [{ row: 2 }] }, { item: 1, jsons: [{ row: 9 }, { row: 2 }] }])(
		'is the same wherever the item stands: %j',
		(other) => {
			const key = itemKey(contextWith(usual), ENTRY);
			expect(itemKey(contextWith({ ...usual, ...other }), ENTRY)).toBe(key);
		},
	);

	test('is one of its own for each of several equal items, over all runs of the node, and the same when tried again', () => {
		const kept: IDataObject = {};
		const keysOfRun = (run: number, deals: string[]) => {
			const context = contextWith({ executionId: 'e1', kept, run, jsons: deals.map((deal) => ({ deal })) });
			const keys = new IdempotencyKeys(context);
			return deals.map((_, item) => keys.forItem(item, ENTRY));
		};
		const [a, b, secondA] = keysOfRun(0, ['a', 'b', 'a']);
		const [thirdA] = keysOfRun(1, ['a']);
		expect(new Set([a, b, secondA, thirdA]).size).toBe(4);
		expect(keysOfRun(1, ['new', 'a'])[1]).toBe(thirdA);
		expect(keysOfRun(0, ['new', 'a', 'a', 'a', 'b'])).toEqual([expect.any(String), a, secondA, thirdA, b]);
	});

	test('counts the equal items before it that a previous attempt has written', () => {
		const jsons = [{ deal: 'a' }, { deal: 'a' }];
		const [first, second] = [0, 1].map((item) =>
			itemKey(contextWith({ executionId: 'e1', jsons, item }), ENTRY),
		);
		expect(first).not.toBe(second);
	});

	test('is the same whatever the content: $now may change it from try to try', () => {
		const kept: IDataObject = {};
		const [one, other] = [ENTRY, { source: 'erp' }].map((entry) =>
			itemKey(contextWith({ ...usual, kept }), entry),
		);
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
	])('is another with %j', (other) => {
		const key = itemKey(contextWith(usual), ENTRY);
		expect(itemKey(contextWith({ ...usual, ...other }), ENTRY)).not.toBe(key);
	});

	test('is the same however requests are sent', () => {
		const options = { maxConcurrentRequests: 2, maxRetries: 2, timeout: 50_000 };
		const key = itemKey(contextWith({ ...usual, parameters: CREATE }), ENTRY);
		expect(itemKey(contextWith({ ...usual, parameters: { ...CREATE, options } }), ENTRY)).toBe(key);
	});
});

describe('A call', () => {
	test.each([
		[{ executionId: 'e1' }, false],
		[{ executionId: 'e1', isTool: true }, true],
		[{}, true],
		[{ isTool: true }, true],
		[{ executionId: 'e1', nodeType: 'n8n-nodes-audience-page.audiencePageTool' }, true],
	])('is what has no execution, or is a tool: %j', (circumstances, is) => {
		expect(isToolCall(contextWith(circumstances))).toBe(is);
	});

	test('is told from a run where n8n is too old to know of tools', () => {
		const context: Partial<ReturnType<typeof contextWith>> = contextWith({ executionId: 'e1' });
		delete context.isToolExecution;
		expect(isToolCall(context as ReturnType<typeof contextWith>)).toBe(false);
	});
});

describe('The key of a call of an agent', () => {
	const context = (kept: IDataObject, run = 0) => contextWith({ executionId: 'e1', isTool: true, kept, run });

	test('is the same for each equal call of the execution, whatever its run index', () => {
		const kept: IDataObject = {};
		const key = itemKey(context(kept), ENTRY);
		expect(itemKey(context(kept, 1), ENTRY)).toBe(key);
		expect(itemKey(context(kept), { ...ENTRY, source: 'erp' })).not.toBe(key);
		expect(itemKey(contextWith({ executionId: 'e2', isTool: true }), ENTRY)).not.toBe(key);
	});
});

test.each([{}, { kept: false as const }])('a call without execution has a key of its own: %j', (circumstances) => {
	const [one, other] = [1, 2].map(() => itemKey(contextWith(circumstances), ENTRY));
	expect(one).not.toBe(other);
});

test('a run of an execution needs the data that n8n keeps for it', () => {
	expect(() => itemKey(contextWith({ kept: false, executionId: 'e1' }), ENTRY)).toThrow('not initialized');
});

test.each([
	['execution', { executionId: 'e1' }],
	['call', { executionId: 'e1', isTool: true }],
	['nothing', {}],
	['nothing', { kept: false as const }],
])('the key of an item is sent again by: %s, with %j', (sameKeyBy, circumstances) => {
	const keys = new IdempotencyKeys(contextWith(circumstances));
	const request = { url: '/', body: { ...ENTRY, idempotencyKey: keys.forItem(0, ENTRY) } };
	expect(keys.sameKeyBy(request)).toBe(sameKeyBy);
	const ofContent = { url: '/', body: { ...ENTRY, idempotencyKey: contentHash(ENTRY) } };
	expect(keys.sameKeyBy(ofContent)).toBe(sameKeyBy === 'execution' ? 'execution' : 'call');
});
