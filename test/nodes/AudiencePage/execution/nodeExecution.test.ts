import type { IDataObject } from 'n8n-workflow';
import { executionWith, type Circumstances } from './keptContext';

const CREATE = { resource: 'accountLog', operation: 'create' };

/** What of a run is in the keys of its log entries. */
describe('The identity of a run', () => {
	test.each<[string, Circumstances, Circumstances, boolean]>([
		['in another execution', {}, { executionId: 'e2' }, false],
		['in a retry', { resumeToken: 't1' }, { executionId: 'e2', resumeToken: 't1' }, true],
		['in an execution with another token', { resumeToken: 't1' }, { resumeToken: 't2' }, false],
		['in another run of the node', {}, { run: 2 }, false],
		['in another n8n', {}, { instanceId: 'instance-2' }, false],
		['in another workflow', {}, { workflowId: 'workflow-2' }, false],
		['of another node', {}, { nodeId: 'node-2' }, false],
		['with another credential', {}, { credentialId: 'credential-2' }, false],
		['with other fields', {}, { parameters: { ...CREATE, domain: 'acme.example' } }, false],
		['with other options', {}, { parameters: { ...CREATE, options: { previewOnly: true } } }, true],
	])('%s', (_what, before, changes, isSame) => {
		const identities = [before, { ...before, ...changes }].map((each) =>
			executionWith({ ...each, kept: {} }).keyOf(0),
		);
		expect(identities[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(identities[0] === identities[1]).toBe(isSame);
	});

	test('in a retry by an older n8n, which keeps what the first one has left', () => {
		const kept: IDataObject = {};
		const key = executionWith({ kept, executionId: 'e1' }).keyOf(0);
		expect(executionWith({ kept, executionId: 'e2' }).keyOf(0)).toEqual(key);
	});
});

describe('A tool call', () => {
	const calls: Circumstances[] = [
		{ isTool: true },
		{ nodeType: 'n8n-nodes-audience-page.audiencePageTool' },
		{ executionId: undefined },
	];
	test.each(calls)('is a run of its own, and keeps nothing: %j', (call) => {
		const kept: IDataObject = {};
		const [first, second] = [executionWith({ ...call, kept }), executionWith({ ...call, kept })];
		expect([first.isToolCall, executionWith({}).isToolCall]).toEqual([true, false]);
		expect(first.keyOf(0)).not.toEqual(second.keyOf(0));
		expect(kept).toEqual({});
	});
});
