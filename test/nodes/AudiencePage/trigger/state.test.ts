/** From which state a poll continues, and what n8n is given to store. */
import type { IDataObject } from 'n8n-workflow';
import { DeliveredRecords } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import { isNew, type WatchSpec } from '../../../../nodes/AudiencePage/trigger/watch';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { logged, takeLines } from '../../../support/log';
import { CHANGED, CREATED, EVERYTHING, person, Watch } from './aWatch';

/** A trigger that has delivered p1, p2, and then p3, with the static data before that. */
async function delivering() {
	logged.length = 0;
	const watch = new Watch().holds(1, 2);
	await watch.ids();
	await watch.ids();
	const before = structuredClone(watch.staticData);
	expect(await watch.holds(1, 2, 3).ids()).toEqual(['p3']);
	return { watch, before };
}

afterEach(() => jest.restoreAllMocks());

describe('A poll continues from', () => {
	test('what this process has delivered, once n8n has returned it, whatever n8n returns later', async () => {
		const { watch, before } = await delivering();
		await watch.ids();
		for (const returned of [before, {}, { state: null as never }]) {
			watch.staticData = structuredClone(returned);
			expect(await watch.ids()).toEqual([]);
		}
	});

	test.each(['an older state', 'none'])(
		'what was before, if n8n returns %s in its place',
		async (returned) => {
			const { watch, before } = await delivering();
			watch.staticData = returned === 'none' ? {} : before;
			expect(await watch.ids()).toEqual(['p3']);
			expect(await watch.ids()).toEqual([]);
		},
	);

	test('what it delivers again after an older state, though the records are those of that state', async () => {
		const watch = new Watch(EVERYTHING, watchList(CHANGED)).holds(1);
		await watch.ids();
		const older = structuredClone(watch.staticData);
		for (const name of ['Another', 'name 1']) {
			Object.assign(watch.lists['/v0/persons/search']![0]!, { name });
			expect(await watch.ids()).toEqual(['p1']);
		}
		watch.staticData = older;
		expect([await watch.ids(), await watch.ids(), await watch.ids()]).toEqual([['p1'], [], []]);
	});

	test('what it has seen without delivering it, though n8n did not keep it', async () => {
		const changeFilter: WatchSpec['changeFilter'] = () => (change) => !isNew(change);
		const watch = new Watch({}, watchList({ ...CHANGED, changeFilter })).holds(1);
		await watch.ids();
		const before = structuredClone(watch.staticData);
		expect(await watch.holds(1, 2).ids()).toEqual([]);
		watch.staticData = before;
		watch.lists['/v0/persons/search']![1]!.name = 'Another';
		expect(await watch.ids()).toEqual(['p2']);
	});

	test('what another process has delivered, and counts its own polls on', async () => {
		const { watch } = await delivering();
		const own = watch.workflowId;
		watch.values['options.fullReadEvery'] = 4;
		watch.restart();
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
		watch.workflowId = own;
		const requests: number[] = [];
		for (let polls = 0; polls < 3; polls++) {
			expect(await watch.ids()).toEqual([]);
			requests.push(watch.asked.length);
		}
		expect(requests).toEqual([1, 1, 2]);
	});

	test('what another process has delivered in the same millisecond', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(9_000_000_000_000);
		const { watch, before } = await delivering();
		const own = watch.workflowId;
		watch.restart(before);
		expect(await watch.holds(1, 2, 4).ids()).toEqual(['p4']);
		jest.mocked(Date.now).mockRestore();
		watch.workflowId = own;
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p3']);
	});

	test('nothing of another list, another format, or from Now if it is Everything now, whatever the time', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(9_000_000_000_000);
		const { watch, before } = await delivering();
		watch.restart({ state: { ...(before.state as IDataObject), version: 0 } });
		expect(await watch.ids()).toEqual([]);
		expect(takeLines('startsOver')).toHaveLength(1);
		Object.assign(watch.values, EVERYTHING);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		watch.values.startFrom = 'now';
		expect(await watch.ids()).toEqual([]);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});
});

describe('n8n is given', () => {
	test('keys and marks, and no key of the credential, ID, or record', async () => {
		const watch = new Watch(EVERYTHING, watchList(CHANGED)).holds(1, 2);
		jest.spyOn(Date, 'now').mockReturnValueOnce(5_000_000);
		await watch.poll();
		expect(watch.staticData).toEqual({
			state: {
				version: 1,
				watchKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				fromEverything: true,
				entries: expect.stringMatching(/^[A-Za-z0-9+/]{26}$/) as string,
				fields: ['name'],
				knownCount: 2,
				hasBacklog: false,
				changedAt: 5_000_000,
			},
		});
	});

	test('what is known of an empty list, too', async () => {
		const watch = new Watch().holds();
		expect(await watch.ids()).toEqual([]);
		expect(watch.staticData).toMatchObject({
			state: { entries: '', knownCount: 0, hasBacklog: false },
		});
	});

	test('nothing new by a quiet poll, and a later time by another, even if the clock was set back', async () => {
		const { watch } = await delivering();
		const { state } = structuredClone(watch.staticData) as { state: { changedAt: number } };
		const { state: inMemory } = watch.staticData;
		const parse = jest.spyOn(DeliveredRecords, 'parse');
		await watch.ids();
		expect(parse).not.toHaveBeenCalled();
		expect(watch.staticData).toStrictEqual({ state });
		expect(watch.staticData.state).toBe(inMemory);
		jest.spyOn(Date, 'now').mockReturnValueOnce(1000);
		watch.staticData = {};
		await watch.holds(1, 2, 3, 4).ids();
		expect(watch.staticData).toMatchObject({ state: { changedAt: state.changedAt + 1 } });
	});
});

describe('A trigger', () => {
	const credentials = (id: string) => ({ audiencePageApi: { id, name: 'B' } });
	const changes = {
		'a slash and version in the Base URL': ({ credential }: Watch) =>
			Object.assign(credential, { baseUrl: ' HTTPS://API.example.com:443/v0/ ' }),
		'another API key': ({ credential }: Watch) => Object.assign(credential, { apiKey: 'other' }),
		'another name of the credential': ({ node }: Watch) =>
			Object.assign(node, { credentials: credentials('c1') }),
		'another event': ({ values }: Watch) => Object.assign(values, { event: 'personUpdated' }),
		'another service': ({ credential }: Watch) =>
			Object.assign(credential, { baseUrl: 'https://api.example.org' }),
		'another credential': ({ node }: Watch) =>
			Object.assign(node, { credentials: credentials('c2') }),
		'another filter': () => undefined,
	};

	test.each(Object.entries(changes))('with %s goes on, or starts over', async (name, change) => {
		const { watch } = await delivering();
		change(watch);
		const qs = name === 'another filter' ? { query: 'a' } : {};
		const goesOn = Object.keys(changes).indexOf(name) < 3;
		expect(await watch.holds(1, 2, 3, 4).poll('trigger', qs)).toEqual(goesOn ? [person(4)] : []);
		expect(takeLines('startsOver')).toHaveLength(goesOn ? 0 : 1);
	});

	test('reads the whole list for fields that it has not watched before, and tells no change of them', async () => {
		let fields = ['name'];
		const watch = new Watch({}, watchList({ ...CREATED, watchedFields: () => fields })).holds(
			1,
			2,
			3,
		);
		await watch.ids();
		fields = ['personId'];
		expect(await watch.ids()).toEqual([]);
		expect(watch.asked).toEqual(['', '2']);
		await watch.ids();
		expect(watch.asked).toEqual(['']);
	});
});
