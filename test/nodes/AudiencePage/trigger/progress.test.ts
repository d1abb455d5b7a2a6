/** What is stored from poll to poll; in a workflow, see restart.test.ts. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { DeliveredRecords, fingerprint } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import {
	loadProgress,
	saveProgress,
	type WatchedList,
} from '../../../../nodes/AudiencePage/trigger/progress';
import {
	nodeKeyOf,
	type Progress,
	type ReadHistory,
} from '../../../../nodes/AudiencePage/trigger/processState';
import { hasStoredState } from '../../../../nodes/AudiencePage/trigger/storedState';
import { aNode } from '../../../support/node';
import { aWorkflow, contextWith, type Circumstances } from './pollContext';

test('a node is identified by its workflow, its ID and its name: with durable cursors, another node can get its name', () => {
	expect(nodeKeyOf(contextWith({ workflowId: 'w2', nodeName: 'n3' }))).toBe(`w2 ${aNode.id} n3`);
});

const deliveredRecords = (...ids: string[]): DeliveredRecords => {
	const delivered = new DeliveredRecords(false);
	for (const id of ids) delivered.add(id, '');
	return delivered;
};

const STORED = { watchKey: 'persons', fromEverything: false, entries: '', knownCount: 3, changedAt: 0 };
/** The same as static data has it. */
const STATIC_DATA = { version: 1, ...STORED };
const HISTORY: ReadHistory = {
	pollsSinceFullRead: 2,
	polledAt: 7,
	fullReadAt: 5,
	resumeCursor: 'c7',
};
const NOT_READ_YET: ReadHistory = {
	pollsSinceFullRead: Infinity,
	polledAt: 0,
	fullReadAt: 0,
	resumeCursor: undefined,
};

/** What a node watches: one list, of which it remembers the IDs. */
const listOf = (watchKey = 'persons', fromEverything = false, hasFingerprints = false): WatchedList => ({
	watchKey,
	fromEverything,
	hasFingerprints,
});

/** A node that has saved its progress. */
async function aNodeWith(changes: Partial<Progress> = {}, workflowId = aWorkflow(), hasDelivered = true) {
	const staticData: IDataObject = {};
	const delivered = deliveredRecords('p1', 'p2');
	const progress = { ...STORED, ...HISTORY, delivered, ...changes };
	await saveProgress(contextWith({ staticData, workflowId }), listOf(), progress, {}, hasDelivered);
	return { staticData, workflowId };
}

/** The progress that a poll continues from, with those of these records that were delivered. */
async function loaded(circumstances: Circumstances, watchKey = 'persons', fromEverything = false) {
	const progress = await loadProgress(contextWith(circumstances), listOf(watchKey, fromEverything));
	if (progress === undefined || progress === 'outdated') return progress;
	const { pollsSinceFullRead, polledAt, fullReadAt, resumeCursor } = progress;
	const { delivered, knownCount } = progress;
	const ids = ['p1', 'p2', 'p3', 'p4'].filter((id) => delivered.fingerprintOf(id) !== undefined);
	const history = { pollsSinceFullRead, polledAt, fullReadAt, resumeCursor };
	return { ids, knownCount, history };
}

const SAVED = { ids: ['p1', 'p2'], knownCount: 3 };
/** The same as a process has it that has not read the list yet. */
const FRESH = { ...SAVED, history: NOT_READ_YET };

describe('Progress', () => {
	test('is what the last poll saved, in the same process', async () => {
		expect(await loaded(await aNodeWith())).toEqual({ ...SAVED, history: HISTORY });
	});

	test('is there once it is saved', async () => {
		const has = (staticData: IDataObject) =>
			hasStoredState({ getWorkflowStaticData: () => staticData } as unknown as IPollFunctions);
		expect([has({}), has((await aNodeWith()).staticData)]).toEqual([false, true]);
	});

	test('loses its read history with the process, and a full read is due', async () => {
		const { staticData } = await aNodeWith();
		expect(await loaded({ staticData, workflowId: aWorkflow() })).toEqual(FRESH);
	});

	test('has no read history of another node of the workflow', async () => {
		expect(await loaded({ ...(await aNodeWith()), nodeName: 'n2' })).toEqual(FRESH);
	});

	test('has no read history of an earlier watch that n8n returns', async () => {
		const { workflowId } = await aNodeWith();
		const { staticData } = await aNodeWith({ watchKey: 'pages' });
		expect(await loaded({ staticData, workflowId }, 'pages')).toEqual(FRESH);
	});

	test('has no read history of the same records with other content', async () => {
		const withContent = async (text: string) => {
			const delivered = new DeliveredRecords(true);
			delivered.add('p1', fingerprint(text));
			return await aNodeWith({ delivered });
		};
		const [{ workflowId }, { staticData }] = [await withContent('before'), await withContent('after')];
		const context = contextWith({ workflowId, staticData });
		const progress = await loadProgress(context, listOf('persons', false, true));
		expect(progress).toMatchObject({ pollsSinceFullRead: Infinity });
		expect((progress as Progress).delivered.fingerprintOf('p1')).toBe(fingerprint('after'));
	});

	test('is stored in the workflow, with the time of the change', async () => {
		jest.spyOn(Date, 'now').mockReturnValueOnce(5_000_000);
		const { staticData } = await aNodeWith({ changedAt: 4 });
		const { state, ...others } = JSON.parse(JSON.stringify(staticData)) as { state: IDataObject };
		const { entries } = await deliveredRecords('p1', 'p2').serialize();
		expect(state).toEqual({
			...STATIC_DATA,
			entries,
			changedAt: 5_000_000,
		});
		expect(others).toEqual({});
	});

	test('is none of another watch', async () => {
		expect(await loaded(await aNodeWith(), 'pages')).toBeUndefined();
	});

	test.each([0, 2, undefined])('is none in another format: %j', async (version) => {
		const staticData = { state: { ...STATIC_DATA, version } };
		expect(await loaded({ staticData, workflowId: aWorkflow() })).toBeUndefined();
	});

	test.each([
		[false, false, true],
		[false, true, false],
		[true, true, true],
		[true, false, true],
	])(
		'from Everything: %j, then from Everything: %j: continues: %j',
		async (fromEverything, asked, isContinued) => {
			const found = await loaded(await aNodeWith({ fromEverything }), 'persons', asked);
			expect(found).toEqual(isContinued ? { ...SAVED, history: HISTORY } : undefined);
		},
	);
});

/** The progress of a node that has one. */
async function progressIn(circumstances: Circumstances, watchKey = 'persons'): Promise<Progress> {
	const progress = await loadProgress(contextWith(circumstances), listOf(watchKey));
	if (progress === undefined || progress === 'outdated') throw new Error('No progress');
	return progress;
}

test('Delivered records are parsed once in a process, and serialized only when they have changed', async () => {
	const parse = jest.spyOn(DeliveredRecords, 'parse');
	const serialize = jest.spyOn(DeliveredRecords.prototype, 'serialize');
	const { staticData } = await aNodeWith();
	const node = { staticData, workflowId: aWorkflow() };
	const first = await progressIn(node);
	serialize.mockClear();
	await saveProgress(contextWith(node), listOf(), first, {}, true);
	expect((await progressIn(node)).delivered).toBe(first.delivered);
	expect([parse, serialize].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);

	first.delivered.add('p3', '');
	await saveProgress(contextWith(node), listOf(), first, {}, true);
	expect(serialize).toHaveBeenCalledTimes(1);
	expect(await loaded(node)).toMatchObject({ ids: ['p1', 'p2', 'p3'] });
	jest.restoreAllMocks();
});

describe('When several processes poll the same node', () => {
	/** This process has polled, and n8n has returned what it saved. */
	async function polled() {
		const { staticData, workflowId } = await aNodeWith();
		const progress = await progressIn({ staticData, workflowId });
		return { staticData, workflowId, progress };
	}

	/** What another process makes of the static data. */
	async function deliveredElsewhere(staticData: IDataObject, id: string): Promise<IDataObject> {
		const elsewhere = { staticData: structuredClone(staticData), workflowId: aWorkflow() };
		const progress = await progressIn(elsewhere);
		progress.delivered.add(id, '');
		await saveProgress(contextWith(elsewhere), listOf(), progress, {}, true);
		return elsewhere.staticData;
	}

	test('this one goes on with what another has delivered, and keeps how it has read the list', async () => {
		const { staticData, workflowId, progress } = await polled();
		const quiet = { ...progress, pollsSinceFullRead: 3 };
		await saveProgress(contextWith({ staticData, workflowId }), listOf(), quiet, {}, false);
		const returned = await deliveredElsewhere(staticData, 'p3');
		expect(await loaded({ staticData: returned, workflowId })).toEqual({
			ids: ['p1', 'p2', 'p3'],
			knownCount: 3,
			history: { ...HISTORY, pollsSinceFullRead: 3 },
		});
	});

	test('what this one has read in a poll that n8n did not keep does not count', async () => {
		const { staticData, workflowId, progress } = await polled();
		const before = structuredClone(staticData);
		progress.delivered.add('p4', '');
		const kept = { ...progress, pollsSinceFullRead: 0, fullReadAt: 99 };
		await saveProgress(contextWith({ staticData, workflowId }), listOf(), kept, {}, true);
		const returned = await deliveredElsewhere(before, 'p3');
		expect(await loaded({ staticData: returned, workflowId })).toMatchObject({
			ids: ['p1', 'p2', 'p3'],
			history: { ...HISTORY, pollsSinceFullRead: 3, resumeCursor: undefined },
		});
	});
});

describe('What a poll saved that delivered nothing', () => {
	test('counts though n8n did not keep it, until it returns another', async () => {
		const { workflowId } = await aNodeWith({}, aWorkflow(), false);
		expect(await loaded({ staticData: {}, workflowId })).toEqual({ ...SAVED, history: HISTORY });
		const other = await aNodeWith({ delivered: deliveredRecords('p4') });
		expect(await loaded({ staticData: other.staticData, workflowId })).toMatchObject({ ids: ['p4'] });
	});

	test('counts in place of the state that it began with', async () => {
		const { staticData, workflowId } = await aNodeWith();
		const before = structuredClone(staticData);
		const progress = await progressIn({ staticData, workflowId });
		progress.delivered.add('p3', '');
		await saveProgress(contextWith({ staticData, workflowId }), listOf(), progress, {}, false);
		const ids = ['p1', 'p2', 'p3'];
		expect(await loaded({ staticData: before, workflowId })).toMatchObject({ ids });
		expect(await loaded({ staticData: before, workflowId })).toMatchObject({ ids });
	});
});

test('A quiet poll leaves the static data as JSON has it, so that n8n sees nothing to save', async () => {
	const { staticData } = await aNodeWith();
	const node = { staticData: JSON.parse(JSON.stringify(staticData)) as IDataObject, workflowId: aWorkflow() };
	const before = structuredClone(node.staticData);
	await saveProgress(contextWith(node), listOf(), await progressIn(node), {}, false);
	expect(node.staticData).toStrictEqual(before);
});

describe('When n8n returns an older state', () => {
	/** A node that has delivered p3 after p1 and p2, with its state before, and in between. */
	async function delivering() {
		const { staticData, workflowId } = await aNodeWith();
		const before = structuredClone(staticData);
		const deliver = async (id: string) => {
			const progress = await progressIn({ staticData, workflowId });
			progress.delivered.add(id, '');
			const saved = { ...progress, ...HISTORY };
			await saveProgress(contextWith({ staticData, workflowId }), listOf(), saved, {}, true);
		};
		await deliver('p3');
		return { workflowId, staticData, before, deliver };
	}

	const idsOf = async (circumstances: Circumstances) => {
		const progress = await loaded(circumstances);
		return typeof progress === 'object' ? progress.ids : progress;
	};

	test('the process continues from the newest one that n8n has returned to it', async () => {
		const { workflowId, staticData, before } = await delivering();
		expect(await idsOf({ staticData, workflowId })).toEqual(['p1', 'p2', 'p3']);
		expect(await loaded({ staticData: before, workflowId })).toEqual({
			ids: ['p1', 'p2', 'p3'],
			knownCount: 3,
			history: HISTORY,
		});
	});

	test.each([{}, { state: null }])('or none: %j', async (staticData) => {
		const { workflowId, ...node } = await delivering();
		await idsOf({ ...node, workflowId });
		expect(await idsOf({ staticData: staticData as IDataObject, workflowId })).toEqual(['p1', 'p2', 'p3']);
	});

	test('and writes it back, however often it is returned', async () => {
		const { workflowId, staticData, before } = await delivering();
		await idsOf({ staticData, workflowId });
		const node = { staticData: before, workflowId };
		const older = structuredClone(before);
		await saveProgress(contextWith(node), listOf(), await progressIn(node), {}, false);
		expect(before).toEqual(staticData);
		expect(await idsOf({ staticData: older, workflowId })).toEqual(['p1', 'p2', 'p3']);
	});

	test('but from the older one where n8n has dropped the poll that saved the newer one, after a poll that waits for n8n to save it', async () => {
		const { workflowId, before } = await delivering();
		expect(await loaded({ staticData: before, workflowId })).toBe('outdated');
		expect(await loaded({ staticData: before, workflowId })).toEqual(FRESH);
	});

	test('the process continues from what it was given at its first poll', async () => {
		const { staticData, before } = await delivering();
		const workflowId = aWorkflow();
		await idsOf({ staticData, workflowId });
		expect(await idsOf({ staticData: before, workflowId })).toEqual(['p1', 'p2', 'p3']);
	});

	test('a clock that was set back does not make a newer state older', async () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(2_000_000);
		const { workflowId, staticData, deliver } = await delivering();
		const before = structuredClone(staticData);
		clock.mockReturnValue(1_000_000);
		await deliver('p4');
		clock.mockRestore();
		await idsOf({ staticData, workflowId });
		expect(await idsOf({ staticData: before, workflowId })).toEqual(['p1', 'p2', 'p3', 'p4']);
	});

	test('the state of one watch does not count for another, nor for the same one that starts over', async () => {
		const { workflowId, staticData, before } = await delivering();
		await idsOf({ staticData, workflowId });
		expect(await loaded({ staticData, workflowId }, 'pages')).toBeUndefined();
		expect(await idsOf({ staticData, workflowId })).toEqual(['p1', 'p2', 'p3']);
		await aNodeWith({ watchKey: 'pages' }, workflowId);
		expect(await loaded({ staticData: {}, workflowId })).toBeUndefined();
		expect(await idsOf({ staticData: before, workflowId })).toEqual(['p1', 'p2']);
	});

	test('a start from Now does not continue as a start from Everything', async () => {
		const { workflowId, staticData, before } = await delivering();
		await idsOf({ staticData, workflowId });
		const everything = await aNodeWith(
			{ fromEverything: true, delivered: deliveredRecords('p1') },
			workflowId,
		);
		expect(await loaded(everything, 'persons', true)).toMatchObject({ ids: ['p1'] });
		expect(await loaded({ staticData: before, workflowId }, 'persons', true)).toMatchObject({
			ids: ['p1'],
		});
	});
});
