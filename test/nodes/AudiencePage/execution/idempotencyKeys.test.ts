import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	contentHash,
	IdempotencyKeys,
	isToolCall,
} from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { contextWith } from './keptContext';

type ItemContext = ReturnType<typeof contextWith>;

const itemKey = (context: ItemContext, entry: IDataObject): string =>
	new IdempotencyKeys(context).forItem(context.getItemIndex(), entry);

const releaseKey = (context: ItemContext, request: IHttpRequestOptions, hasEndedWell: boolean): void =>
	new IdempotencyKeys(context).release(request, hasEndedWell);

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

	test('is the same whatever the content: $now may change it from try to try', () => {
		const kept: IDataObject = {};
		const [one, other] = [ENTRY, { source: 'erp' }].map((entry) =>
			itemKey(contextWith({ ...usual, kept }), entry),
		);
		expect(one).toBe(other);
	});

	test.each([
		{ executionId: 'e2' },
		{ run: 2 },
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
	test('behind an MCP server has a key of its own, be the token the same', () => {
		const [one, other] = [1, 2].map(() => itemKey(contextWith({ resumeToken: 't1' }), ENTRY));
		expect(one).not.toBe(other);
	});

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

describe.each([
	['behind MCP', {}],
	['by an agent', { executionId: 'e1', isTool: true }],
])('The key of a call %s', (_what, circumstances) => {
	const context = (kept: IDataObject, run = 0) => contextWith({ ...circumstances, kept, run });
	const request = (idempotencyKey: string) => ({
		url: '/v0/account_logs',
		body: { ...ENTRY, idempotencyKey },
	});

	test('is the same for each try of a call that failed, whatever its run index', () => {
		const kept: IDataObject = {};
		const first = itemKey(context(kept), ENTRY);
		releaseKey(context(kept), request(first), false);
		expect(itemKey(context(kept, 1), ENTRY)).toBe(first);
	});

	test('is another for an equal call after one that ended well', () => {
		const kept: IDataObject = {};
		const keys = [0, 1, 2].map(() => {
			const key = itemKey(context(kept), ENTRY);
			releaseKey(context(kept), request(key), true);
			return key;
		});
		expect(new Set(keys).size).toBe(3);
		expect(kept.calls).toEqual(keys);
	});

	test('is another for an equal call at the same time', () => {
		const kept: IDataObject = {};
		const keys = [0, 1, 2].map(() => itemKey(context(kept), ENTRY));
		expect(new Set(keys).size).toBe(3);
	});

	test('is another for another content', () => {
		const kept: IDataObject = {};
		expect(itemKey(context(kept), { ...ENTRY, source: 'erp' })).not.toBe(itemKey(context(kept), ENTRY));
	});
});

describe('A call of which n8n keeps nothing, as in its own Agents', () => {
	test('has one key at each try, and another than an equal call', () => {
		const [one, other] = [1, 2].map(() => contextWith({ kept: false })) as [ItemContext, ItemContext];
		const first = itemKey(one, ENTRY);
		releaseKey(one, { url: '/', body: { ...ENTRY, idempotencyKey: first } }, false);
		expect(itemKey(one, ENTRY)).toBe(first);
		expect(itemKey(other, ENTRY)).not.toBe(first);
	});

	test('is none of an execution, whose data n8n has to give', () => {
		expect(() => itemKey(contextWith({ kept: false, executionId: 'e1' }), ENTRY)).toThrow('not initialized');
	});
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

test('an entry with a key of the user is not counted as a call', () => {
	const kept: IDataObject = {};
	releaseKey(contextWith({ kept }), { url: '/', body: { idempotencyKey: 'mine' } }, true);
	releaseKey(contextWith({ kept }), { url: '/', body: {} }, true);
	releaseKey(contextWith({ kept }), { url: '/' }, true);
	expect(kept).toEqual({});
});
