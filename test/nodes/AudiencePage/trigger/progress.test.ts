/** What is kept from poll to poll, and what is another watch; in a workflow, see state.test.ts. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import {
	keep,
	nodeOf,
	progressOf,
	watchedBy,
	type Progress,
} from '../../../../nodes/AudiencePage/trigger/state';
import { aNode } from '../../../support/node';

interface Circumstances {
	staticData?: IDataObject;
	workflowId?: string;
	nodeId?: string;
	event?: string;
	baseUrl?: string;
	credentials?: object;
}

let workflows = 0;
/** A workflow of which this process has known nothing so far. */
const aWorkflow = () => `workflow ${++workflows}`;

/** n8n's context of a poll as far as it tells what is watched, and by whom. */
const contextWith = ({
	staticData = {},
	workflowId = 'w1',
	nodeId = 'n1',
	event = 'personCreated',
	baseUrl = 'https://api.example.com',
	credentials = { audiencePageApi: { id: 'c1', name: 'Key' } },
}: Circumstances): IExecutePaginationFunctions =>
	({
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ ...aNode, id: nodeId, credentials }),
		getNodeParameter: (name: string) => ({ event })[name],
		getCredentials: async (name: string) => ({ audiencePageApi: { baseUrl, apiKey: 'key' } })[name],
		getWorkflowStaticData: (of: string) => (of === 'node' ? staticData : {}),
	}) as unknown as IExecutePaginationFunctions;

const request = (options: Partial<RequestData['options']> = {}): RequestData => ({
	options: { url: '/v0/persons/search', qs: { query: 'a' }, ...options },
	preSend: [],
	postReceive: [],
});

test('a node is known by its workflow and its ID', () => {
	expect(nodeOf(contextWith({ workflowId: 'w2', nodeId: 'n3' }))).toBe('w2 n3');
});

describe('What is watched', () => {
	const usual = async () => await watchedBy(contextWith({}), request());

	test('is a short text', async () => {
		expect(await usual()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
	});

	test.each<[string, Circumstances, Partial<RequestData['options']>]>([
		['another workflow', { workflowId: 'w2' }, {}],
		['another node', { nodeId: 'n2' }, {}],
		['a slash at the end of the Base URL', { baseUrl: 'https://api.example.com/' }, {}],
		['the version at the end of the Base URL', { baseUrl: 'https://api.example.com/v0' }, {}],
		['both at the end of the Base URL', { baseUrl: 'https://api.example.com/v0/' }, {}],
		['spaces around the Base URL', { baseUrl: ' https://api.example.com/ ' }, {}],
		['another name of the credential', { credentials: { audiencePageApi: { id: 'c1', name: 'x' } } }, {}],
		['how the request is sent', {}, { headers: { accept: 'x' } }],
	])('is the same with %s', async (_what, circumstances, options) => {
		expect(await watchedBy(contextWith(circumstances), request(options))).toBe(await usual());
	});

	test.each<[string, Circumstances, Partial<RequestData['options']>]>([
		['event', { event: 'personUpdated' }, {}],
		['service', { baseUrl: 'https://api.example.org' }, {}],
		['path of the service', { baseUrl: 'https://api.example.com/v0/v0' }, {}],
		['path that only begins alike', { baseUrl: 'https://api.example.com/v0/x' }, {}],
		['credential', { credentials: { audiencePageApi: { id: 'c2', name: 'Key' } } }, {}],
		['credential than none', { credentials: undefined as never }, {}],
		['record', {}, { url: '/v0/persons/p1/logs' }],
		['filter', {}, { qs: { query: 'b' } }],
		['filter than none', {}, { qs: {} }],
	])('is another with another %s', async (_what, circumstances, options) => {
		const none = 'credentials' in circumstances && circumstances.credentials === undefined;
		const context = contextWith(none ? { credentials: {} } : circumstances);
		expect(await watchedBy(context, request(options))).not.toBe(await usual());
	});

	test('is known where a node has no credentials at all', async () => {
		const context = contextWith({});
		const { credentials: none, ...node } = context.getNode();
		expect(none).toBeDefined();
		const bare = { ...context, getNode: () => node } as IExecutePaginationFunctions;
		await expect(watchedBy(bare, request())).resolves.toMatch(/=$/);
	});
});

describe('Progress', () => {
	const SAVED = { watched: 'persons', fromEverything: false, delivered: 'abc', count: 3 };
	const PROGRESS: Progress = { ...SAVED, polls: 2, goOn: 'c7', hasRest: true };
	const UNKNOWN = { polls: Infinity, goOn: undefined, hasRest: undefined };

	/** What a node has kept; read again by this process, or by another. */
	function kept(progress = PROGRESS) {
		const [staticData, workflowId] = [{}, aWorkflow()];
		keep(contextWith({ staticData, workflowId }), progress);
		return { staticData, workflowId };
	}

	test('is nothing at first', () => {
		expect(progressOf(contextWith({ workflowId: aWorkflow() }), 'persons', false)).toBeUndefined();
	});

	test('is what was kept, in the same process', () => {
		expect(progressOf(contextWith(kept()), 'persons', false)).toEqual(PROGRESS);
	});

	test('of what was read ends with the process, and a full read is due', () => {
		const { staticData } = kept();
		const context = contextWith({ staticData, workflowId: aWorkflow() });
		expect(progressOf(context, 'persons', false)).toEqual({ ...SAVED, ...UNKNOWN });
	});

	test('of what was read does not hold for another node of the workflow', () => {
		const context = contextWith({ ...kept(), nodeId: 'n2' });
		expect(progressOf(context, 'persons', false)).toEqual({ ...SAVED, ...UNKNOWN });
	});

	test('of what was read does not hold for an earlier watch that n8n gives back', () => {
		const { workflowId } = kept();
		const earlier = kept({ ...PROGRESS, watched: 'pages' });
		const context = contextWith({ staticData: earlier.staticData, workflowId });
		expect(progressOf(context, 'pages', false)).toEqual({ ...SAVED, watched: 'pages', ...UNKNOWN });
	});

	test('is saved as few fields, of the form that this version knows', () => {
		expect(kept().staticData).toEqual({ state: { version: 1, ...SAVED } });
	});

	test('is nothing of another watch', () => {
		expect(progressOf(contextWith(kept()), 'pages', false)).toBeUndefined();
	});

	test.each([0, 2, undefined])('is nothing of another form: %j', (version) => {
		const staticData = { state: { ...SAVED, version } };
		expect(progressOf(contextWith({ staticData }), 'persons', false)).toBeUndefined();
	});

	test.each([
		[false, false, true],
		[false, true, false],
		[true, true, true],
		[true, false, true],
	])(
		'from everything: %j, and now asked for everything: %j: goes on: %j',
		(fromEverything, asked, goesOn) => {
			const progress = { ...PROGRESS, fromEverything };
			const found = progressOf(contextWith(kept(progress)), 'persons', asked);
			expect(found).toEqual(goesOn ? progress : undefined);
		},
	);
});
