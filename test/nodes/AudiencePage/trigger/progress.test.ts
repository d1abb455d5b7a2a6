/** What is kept from poll to poll, and what is another watch; in a workflow, see state.test.ts. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { DeliveredRecords } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import {
	saveProgress,
	nodeKey,
	loadProgress,
	watchKeyOf,
	type ProcessState,
	type Progress,
} from '../../../../nodes/AudiencePage/trigger/state';
import { aNode } from '../../../support/node';

interface Circumstances {
	staticData?: IDataObject;
	workflowId?: string;
	nodeName?: string;
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
	nodeName = 'n1',
	event = 'personCreated',
	baseUrl = 'https://api.example.com',
	credentials = { audiencePageApi: { id: 'c1', name: 'Key' } },
}: Circumstances): IExecutePaginationFunctions =>
	({
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ ...aNode, name: nodeName, credentials }),
		getNodeParameter: (name: string) => ({ event })[name],
		getCredentials: async (name: string) => ({ audiencePageApi: { baseUrl, apiKey: 'key' } })[name],
		getWorkflowStaticData: (of: string) => (of === 'node' ? staticData : {}),
	}) as unknown as IExecutePaginationFunctions;

const request = (options: Partial<RequestData['options']> = {}): RequestData => ({
	options: { url: '/v0/persons/search', qs: { query: 'a' }, ...options },
	preSend: [],
	postReceive: [],
});

test('a node is known by its workflow and its name, by which n8n keeps its state', () => {
	expect(nodeKey(contextWith({ workflowId: 'w2', nodeName: 'n3' }))).toBe('w2 n3');
});

describe('What is watched', () => {
	const usual = async () => await watchKeyOf(contextWith({}), request());

	test('is a short text', async () => {
		expect(await usual()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
	});

	test.each<[string, Circumstances, Partial<RequestData['options']>]>([
		['another workflow', { workflowId: 'w2' }, {}],
		['another node', { nodeName: 'n2' }, {}],
		['a slash at the end of the Base URL', { baseUrl: 'https://api.example.com/' }, {}],
		['the version at the end of the Base URL', { baseUrl: 'https://api.example.com/v0' }, {}],
		['both at the end of the Base URL', { baseUrl: 'https://api.example.com/v0/' }, {}],
		['spaces around the Base URL', { baseUrl: ' https://api.example.com/ ' }, {}],
		['another name of the credential', { credentials: { audiencePageApi: { id: 'c1', name: 'x' } } }, {}],
		['how the request is sent', {}, { headers: { accept: 'x' } }],
	])('is the same with %s', async (_what, circumstances, options) => {
		expect(await watchKeyOf(contextWith(circumstances), request(options))).toBe(await usual());
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
		expect(await watchKeyOf(context, request(options))).not.toBe(await usual());
	});

	test('is known where a node has no credentials at all', async () => {
		const context = contextWith({});
		const { credentials: none, ...node } = context.getNode();
		expect(none).toBeDefined();
		const bare = { ...context, getNode: () => node } as IExecutePaginationFunctions;
		await expect(watchKeyOf(bare, request())).resolves.toMatch(/=$/);
	});
});

/** A memory as it is when these records were delivered. */
function knowing(...ids: string[]): DeliveredRecords {
	const memory = new DeliveredRecords('ids');
	for (const id of ids) memory.add(id, '');
	return memory;
}

const SAVED = { watched: 'persons', fromEverything: false, delivered: '', count: 3 };
const PASSING: ProcessState = { polls: 2, polledAt: 7, fullReadAt: 5, resumeCursor: 'c7', hasBacklog: true };
const UNKNOWN: ProcessState = {
	polls: Infinity,
	polledAt: 0,
	fullReadAt: 0,
	resumeCursor: undefined,
	hasBacklog: undefined,
};

/** What a node has kept. */
async function kept(changes: Partial<Progress> = {}, workflowId = aWorkflow()) {
	const staticData: IDataObject = {};
	const progress = { ...SAVED, ...PASSING, memory: knowing('p1', 'p2'), ...changes };
	await saveProgress(contextWith({ staticData, workflowId }), progress);
	return { staticData, workflowId };
}

/** Where a poll goes on; the memory by those of these records that it knows. */
async function goesOn(circumstances: Circumstances, watched = 'persons', fromEverything = false) {
	const progress = await loadProgress(contextWith(circumstances), watched, fromEverything, 'ids');
	if (progress === undefined) return undefined;
	const { polls, polledAt, fullReadAt, resumeCursor, hasBacklog, memory, count } = progress;
	const known = ['p1', 'p2', 'p3', 'p4'].filter((id) => memory.fingerprintOf(id) !== undefined);
	return { known, count, passing: { polls, polledAt, fullReadAt, resumeCursor, hasBacklog } };
}

const KEPT = { known: ['p1', 'p2'], count: 3 };

describe('Progress', () => {
	test('is nothing at first', async () => {
		expect(await goesOn({ workflowId: aWorkflow() })).toBeUndefined();
	});

	test('is what was kept, in the same process', async () => {
		expect(await goesOn(await kept())).toEqual({ ...KEPT, passing: PASSING });
	});

	test('of what was read ends with the process, and a full read is due', async () => {
		const { staticData } = await kept();
		expect(await goesOn({ staticData, workflowId: aWorkflow() })).toEqual({ ...KEPT, passing: UNKNOWN });
	});

	test('of what was read does not hold for another node of the workflow', async () => {
		expect(await goesOn({ ...(await kept()), nodeName: 'n2' })).toEqual({ ...KEPT, passing: UNKNOWN });
	});

	test('of what was read does not hold for an earlier watch that n8n gives back', async () => {
		const { workflowId } = await kept();
		const { staticData } = await kept({ watched: 'pages' });
		expect(await goesOn({ staticData, workflowId }, 'pages')).toEqual({ ...KEPT, passing: UNKNOWN });
	});

	test('is saved as few fields, of the form that version 1.0.0 knows', async () => {
		const { staticData } = await kept({ changedAt: 4 });
		const { state, ...others } = JSON.parse(JSON.stringify(staticData)) as { state: IDataObject };
		const { delivered } = await knowing('p1', 'p2').write();
		expect(state).toEqual({ version: 1, ...SAVED, delivered, changedAt: expect.any(Number) as number });
		expect(others).toEqual({});
	});

	test('of version 1.0.0 is read', async () => {
		const { delivered } = await knowing('p1', 'p2').write();
		const staticData = { state: { version: 1, ...SAVED, delivered } };
		expect(await goesOn({ staticData, workflowId: aWorkflow() })).toEqual({ ...KEPT, passing: UNKNOWN });
	});

	test('is nothing of another watch', async () => {
		expect(await goesOn(await kept(), 'pages')).toBeUndefined();
	});

	test.each([0, 2, undefined])('is nothing of another form: %j', async (version) => {
		const staticData = { state: { ...SAVED, version } };
		expect(await goesOn({ staticData, workflowId: aWorkflow() })).toBeUndefined();
	});

	test.each([
		[false, false, true],
		[false, true, false],
		[true, true, true],
		[true, false, true],
	])(
		'from everything: %j, and now asked for everything: %j: goes on: %j',
		async (fromEverything, asked, isGoingOn) => {
			const found = await goesOn(await kept({ fromEverything }), 'persons', asked);
			expect(found).toEqual(isGoingOn ? { ...KEPT, passing: PASSING } : undefined);
		},
	);
});

describe('The memory', () => {
	test('is read from its text once in a process', async () => {
		const { staticData } = await kept();
		const context = contextWith({ staticData, workflowId: aWorkflow() });
		const read = vi.spyOn(DeliveredRecords, 'read');
		const first = await loadProgress(context, 'persons', false, 'ids');
		if (first === undefined) throw new Error('Nothing was kept');
		await saveProgress(context, first);
		const second = await loadProgress(context, 'persons', false, 'ids');
		expect(read).toHaveBeenCalledTimes(1);
		read.mockRestore();
		expect(second?.memory).toBe(first.memory);
	});

	test('is written only when it has changed', async () => {
		const circumstances = await kept();
		const context = contextWith(circumstances);
		const write = vi.spyOn(DeliveredRecords.prototype, 'write');
		const progress = await loadProgress(context, 'persons', false, 'ids');
		if (progress === undefined) throw new Error('Nothing was kept');
		await saveProgress(context, progress);
		expect(write).not.toHaveBeenCalled();
		progress.memory.add('p3', '');
		await saveProgress(context, progress);
		expect(write).toHaveBeenCalledTimes(1);
		write.mockRestore();
		expect(await goesOn(circumstances)).toMatchObject({ known: ['p1', 'p2', 'p3'] });
	});
});

describe('When n8n gives back an earlier state', () => {
	/** A node that has delivered p3 after p1 and p2, with its state before, and in between. */
	async function delivering() {
		const { staticData, workflowId } = await kept();
		const before = structuredClone(staticData);
		const context = contextWith({ staticData, workflowId });
		const deliver = async (id: string) => {
			const progress = await loadProgress(context, 'persons', false, 'ids');
			if (progress === undefined) throw new Error('Nothing was kept');
			progress.memory.add(id, '');
			await saveProgress(context, { ...progress, ...PASSING });
		};
		await deliver('p3');
		return { workflowId, staticData, before, deliver };
	}

	const knownOf = async (circumstances: Circumstances) => (await goesOn(circumstances))?.known;

	test('the process goes on from the later one that it was given since', async () => {
		const { workflowId, staticData, before } = await delivering();
		expect(await knownOf({ staticData, workflowId })).toEqual(['p1', 'p2', 'p3']);
		expect(await goesOn({ staticData: before, workflowId })).toEqual({
			known: ['p1', 'p2', 'p3'],
			count: 3,
			passing: PASSING,
		});
	});

	test.each([{}, { state: null }])('or none: %j', async (staticData) => {
		const { workflowId, ...node } = await delivering();
		await knownOf({ ...node, workflowId });
		expect(await knownOf({ staticData: staticData as IDataObject, workflowId })).toEqual(['p1', 'p2', 'p3']);
	});

	test('and writes it back', async () => {
		const { workflowId, staticData, before } = await delivering();
		await knownOf({ staticData, workflowId });
		const context = contextWith({ staticData: before, workflowId });
		const progress = await loadProgress(context, 'persons', false, 'ids');
		if (progress === undefined) throw new Error('Nothing was kept');
		await saveProgress(context, progress);
		expect(before).toEqual(staticData);
	});

	test('but from the earlier one where n8n has dropped the poll that led to the later one', async () => {
		const { workflowId, before } = await delivering();
		expect(await goesOn({ staticData: before, workflowId })).toEqual({ ...KEPT, passing: UNKNOWN });
	});

	test('and with it from the last one that was not dropped', async () => {
		const { workflowId, staticData, before, deliver } = await delivering();
		await deliver('p4');
		expect(await knownOf({ staticData: before, workflowId })).toEqual(['p1', 'p2', 'p3']);
		expect(await knownOf({ staticData, workflowId })).toEqual(['p1', 'p2', 'p3', 'p4']);
	});

	test('another process goes on from the earlier one: it knows no other', async () => {
		const { before } = await delivering();
		expect(await knownOf({ staticData: before, workflowId: aWorkflow() })).toEqual(['p1', 'p2']);
	});

	test('a state that another process has saved later counts, though this one knows one of its own', async () => {
		const { workflowId, staticData } = await delivering();
		await knownOf({ staticData, workflowId });
		const elsewhere = { staticData: structuredClone(staticData), workflowId: aWorkflow() };
		const context = contextWith(elsewhere);
		const progress = await loadProgress(context, 'persons', false, 'ids');
		progress?.memory.add('p4', '');
		if (progress) await saveProgress(context, progress);
		expect(await knownOf({ ...elsewhere, workflowId })).toEqual(['p1', 'p2', 'p3', 'p4']);
	});

	test('a clock that was set back does not make a later state the earlier one', async () => {
		const clock = vi.spyOn(Date, 'now').mockReturnValue(2_000_000);
		const { workflowId, staticData, deliver } = await delivering();
		const before = structuredClone(staticData);
		clock.mockReturnValue(1_000_000);
		await deliver('p4');
		clock.mockRestore();
		await knownOf({ staticData, workflowId });
		expect(await knownOf({ staticData: before, workflowId })).toEqual(['p1', 'p2', 'p3', 'p4']);
	});

	test('what is known of one watch says nothing of another, nor of the same one that begins anew', async () => {
		const { workflowId, staticData, before } = await delivering();
		await knownOf({ staticData, workflowId });
		expect(await goesOn({ staticData, workflowId }, 'pages')).toBeUndefined();
		expect(await goesOn({ staticData: {}, workflowId })).toBeUndefined();
		expect(await knownOf({ staticData: before, workflowId })).toEqual(['p1', 'p2']);
	});

	test('what started from Now does not go on where everything is asked for', async () => {
		const { workflowId, staticData, before } = await delivering();
		await knownOf({ staticData, workflowId });
		const everything = await kept({ fromEverything: true, memory: knowing('p1') }, workflowId);
		expect(await goesOn(everything, 'persons', true)).toMatchObject({ known: ['p1'] });
		expect(await goesOn({ staticData: before, workflowId }, 'persons', true)).toMatchObject({
			known: ['p1'],
		});
	});
});
