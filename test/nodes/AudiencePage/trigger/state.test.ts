/** From which state a poll continues, and what n8n is given to store. */
import type { IDataObject } from 'n8n-workflow';
import { isNew, type WatchSpec } from '../../../../nodes/AudiencePage/trigger/watch';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { logged, takeLines } from '../../../support/log';
import { CHANGED, CREATED, EVERYTHING, Watch } from './aWatch';

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

describe('A poll continues from', () => {
	test('what n8n returns, and nothing else: an older state brings back what came since', async () => {
		const { watch, before } = await delivering();
		watch.staticData = structuredClone(before);
		expect(await watch.ids()).toEqual(['p3']);
		expect(await watch.ids()).toEqual([]);
		watch.staticData = {};
		expect(await watch.ids()).toEqual([]);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});

	test('what the first poll has read, until n8n returns it', async () => {
		const watch = new Watch().holds(1, 2);
		for (const expected of [[], ['p3'], ['p3']]) {
			watch.staticData = {};
			expect(await watch.ids()).toEqual(expected);
			watch.holds(1, 2, 3);
		}
		expect(await watch.ids()).toEqual([]);
	});

	test('what another process has delivered, and counts its own polls on', async () => {
		const { watch } = await delivering();
		const own = watch.workflowId;
		watch.values['options.fullReadEvery'] = 3;
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

	test('nothing of another format', async () => {
		const { watch, before } = await delivering();
		watch.restart({ state: { ...(before.state as IDataObject), version: 0 } });
		expect(await watch.ids()).toEqual([]);
		expect(takeLines('startsOver')).toHaveLength(1);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});
});

describe('n8n is given', () => {
	test('keys and marks, and no key of the credential, ID, or record', async () => {
		const watch = new Watch(EVERYTHING, watchList(CHANGED)).holds(1, 2);
		await watch.poll();
		expect(watch.staticData).toEqual({
			state: {
				version: 2,
				watchKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				entries: expect.stringMatching(/^[A-Za-z0-9+/]{26}$/) as string,
				fields: ['name'],
			},
		});
	});

	test('what is known of an empty list, too', async () => {
		const watch = new Watch().holds();
		expect(await watch.ids()).toEqual([]);
		expect(watch.staticData).toMatchObject({ state: { entries: '' } });
	});

	test('nothing by a quiet poll, and what one has only seen', async () => {
		const changeFilter: WatchSpec['changeFilter'] = () => (change) => !isNew(change);
		const watch = new Watch({}, watchList({ ...CHANGED, changeFilter })).holds(1);
		await watch.ids();
		const { state } = watch.staticData;
		expect(await watch.ids()).toEqual([]);
		expect(watch.staticData.state).toBe(state);
		expect(await watch.holds(1, 2).ids()).toEqual([]);
		expect(watch.staticData.state).not.toEqual(state);
		watch.lists['/v0/persons/search']![1]!.name = 'Another';
		expect(await watch.ids()).toEqual(['p2']);
	});
});

describe('A trigger', () => {
	const credentials = (id: string) => ({ audiencePageApi: { id, name: 'B' } });
	const keeps: Record<string, (watch: Watch) => unknown> = {
		'a slash and version in the Base URL': ({ credential }) =>
			Object.assign(credential, { baseUrl: ' HTTPS://API.example.com:443/v0/ ' }),
		'another API key': ({ credential }) => Object.assign(credential, { apiKey: 'other' }),
		'another name of the credential': ({ node }) =>
			Object.assign(node, { credentials: credentials('c1') }),
	};
	const startsOver: typeof keeps = {
		'another event': ({ values }) => Object.assign(values, { event: 'personUpdated' }),
		'another service': ({ credential }) =>
			Object.assign(credential, { baseUrl: 'https://api.example.org' }),
		'another credential': ({ node }) => Object.assign(node, { credentials: credentials('c2') }),
		'another filter': (watch) => Object.assign(watch, { qs: { query: 'a' } }),
	};

	test.each(Object.entries(keeps))('with %s goes on', async (_what, change) => {
		const { watch } = await delivering();
		change(watch);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
		expect(takeLines('startsOver')).toEqual([]);
	});

	test.each(Object.entries(startsOver))('with %s starts over', async (_what, change) => {
		const { watch } = await delivering();
		change(watch);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual([]);
		expect(takeLines('startsOver')).toHaveLength(1);
		expect(await watch.holds(1, 2, 3, 4, 5).ids()).toEqual(['p5']);
	});

	test('with another Start From starts over, too', async () => {
		const { watch } = await delivering();
		Object.assign(watch.values, EVERYTHING, { 'options.maxPerPoll': 2 });
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		watch.values.startFrom = 'now';
		expect([await watch.ids(), await watch.ids()]).toEqual([[], []]);
		expect(takeLines('startsOver')).toHaveLength(2);
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
