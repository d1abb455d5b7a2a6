/** The lists of all pages, read as one. */
import type { IDataObject } from 'n8n-workflow';

import { watchPages } from '../../../../nodes/AudiencePage/trigger/events/pages';
import { pageSearch } from '../../../../nodes/AudiencePage/trigger/lists';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { takeLines } from '../../../support/log';
import { CREATED, EVERYTHING, Watch } from './aWatch';

const SEARCH = '/v0/pages/search';
const AUDIENCE = { ...CREATED, noun: 'audience', idField: 'id' };
const flow = watchPages(AUDIENCE);

const audiences = (...ids: string[]) => ids.map((id) => ({ id }));

/** A trigger of three pages with two audiences each, and the page search. */
function watchingAll(values: IDataObject = {}): Watch {
	const watch = new Watch(values, flow, '/v0/pages/all/audiences');
	watch.lists[SEARCH] = ['a', 'b', 'c'].map((pageId) => ({ pageId, name: `Page ${pageId}` }));
	for (const id of 'abc') watch.lists[id] = audiences(`${id}1`, `${id}2`);
	return watch;
}

const idsOf = async (watch: Watch, mode?: string) => (await watch.poll(mode)).map(({ id }) => id);

test('A quiet poll is a request to find the pages, and one for each; what comes on any page starts the workflow', async () => {
	const pageId = { __rl: true, mode: 'list', value: '' };
	const watch = watchingAll({ pageId });
	watch.node.parameters = { pageId };
	await idsOf(watch);
	watch.lists.b!.push({ id: 'b3' });
	expect(await idsOf(watch)).toEqual(['b3']);
	expect(await idsOf(watch)).toEqual([]);
	expect(watch.asked).toEqual([SEARCH, 'a', 'b', 'b2', 'c']);
});

test('Max Per Poll holds for all pages, and the next poll resumes within them', async () => {
	const watch = watchingAll({ ...EVERYTHING, 'options.maxPerPoll': 3 });
	watch.lists.b!.push({ id: 'b3' });
	expect(await idsOf(watch)).toEqual(['a1', 'a2', 'b1']);
	expect(await idsOf(watch)).toEqual(['b2', 'b3', 'c1']);
	expect(watch.asked).toEqual([SEARCH, 'b', 'b2', 'c']);
	expect(await idsOf(watch)).toEqual(['c2']);
	expect(watch.asked).toEqual([SEARCH, 'c']);
	expect(await idsOf(watch)).toEqual([]);
	expect(watch.asked).toEqual([SEARCH, 'a', 'b', 'b2', 'c']);
});

test.each(['', 'o/'])(
	'The next poll resumes within the first page, too, with cursors such as %j2',
	async (before) => {
		const watch = watchingAll({ ...EVERYTHING, 'options.maxPerPoll': 2 });
		watch.beforeCursor = before;
		watch.lists[SEARCH]![0]!.pageId = 'a/a';
		watch.lists['a%2Fa'] = audiences('a1', 'a2', 'a3');
		expect(await idsOf(watch)).toEqual(['a1', 'a2']);
		expect(await idsOf(watch)).toEqual(['a3', 'b1']);
		expect(watch.asked).toEqual([SEARCH, 'a%2Fa2', 'b']);
	},
);

test('The next poll resumes at the list page at which the time was up', async () => {
	const watch = watchingAll(EVERYTHING);
	watch.lists.b!.push({ id: 'b3' });
	watch.stop = { after: 3 };
	expect(await idsOf(watch)).toEqual(['a1', 'a2', 'b1', 'b2']);
	watch.stop = { after: 3 };
	expect(await idsOf(watch)).toEqual(['b3', 'c1', 'c2']);
	watch.stop = undefined;
	expect(await idsOf(watch)).toEqual([]);
	expect(watch.asked).toEqual([SEARCH, 'a', 'b', 'b2', 'c']);
});

test('A page that cannot be read is left to the next poll; the poll fails only if none can be read', async () => {
	const watch = watchingAll();
	await idsOf(watch);
	delete watch.lists.b;
	watch.lists.c!.push({ id: 'c3' });
	expect(await idsOf(watch)).toEqual(['c3']);
	expect(takeLines('pageSkipped')).toMatchObject([{ pageId: 'b', reason: 'Error' }]);
	Object.assign(watch.lists, { a: undefined, c: undefined });
	await expect(idsOf(watch)).rejects.toThrow('Page Page a (a): No list at a');
	Object.assign(watch.lists, watchingAll().lists);
	watch.lists.b!.push({ id: 'b3' });
	expect(await idsOf(watch)).toEqual(['b3']);
});

test('The next poll goes on within all pages, in whatever order the service lists them then', async () => {
	const watch = watchingAll();
	watch.stop = { after: 2 };
	expect(await idsOf(watch)).toEqual([]);
	watch.stop = undefined;
	watch.lists[SEARCH]!.reverse();
	expect(await idsOf(watch)).toEqual([]);
	expect(await idsOf(watch)).toEqual([]);
});

test('The next poll begins with the first page, if the one at which it stopped is gone', async () => {
	const watch = watchingAll({ ...EVERYTHING, 'options.maxPerPoll': 3 });
	expect(await idsOf(watch)).toEqual(['a1', 'a2', 'b1']);
	watch.lists[SEARCH] = watch.lists[SEARCH]!.filter(({ pageId }) => pageId !== 'b');
	expect(await idsOf(watch)).toEqual(['c1', 'c2']);
	expect(watch.asked).toEqual([SEARCH, 'a', 'c']);
});

test('The first read from Now needs all pages', async () => {
	const watch = watchingAll();
	delete watch.lists.b;
	delete watch.lists.c;
	await expect(idsOf(watch)).rejects.toThrow('Page Page b (b): No list at b');
	expect(watch.staticData).toEqual({});
});

test.each([
	[
		{ pageId: '..', name: 'Odd' },
		'The service returned the page Odd with an ID that cannot be used',
	],
	[{ pageId: '' }, 'The service returned the page  with an ID that cannot be used. Choose a page'],
])('A page %j, whose ID cannot stand in a path, is an error', async (page, message) => {
	const watch = watchingAll();
	watch.lists[SEARCH]!.push(page);
	await expect(idsOf(watch)).rejects.toThrow(message);
});

test('A page search that does not list all pages is an error', async () => {
	const watch = Object.assign(watchingAll(), { counts: 4 });
	await expect(idsOf(watch)).rejects.toMatchObject({
		message:
			'There are 4 pages, but the service lists only 3. Use a trigger for each page (it starts over)',
		description: 'The page search of the service has no second page of results.',
	});
	const search = new Watch({}, watchList(CREATED, pageSearch));
	Object.assign(search.holds(1, 2, 3), { counts: 2 });
	await expect(search.ids()).rejects.toThrow(
		'There are more pages, but the service lists only 2. Narrow the list down with Filters > Search',
	);
});

test('A chosen page is watched alone', async () => {
	const one = new Watch({ pageId: 'all', ...EVERYTHING }, flow, '/v0/pages/all/audiences');
	one.lists.all = audiences('x');
	expect(await idsOf(one)).toEqual(['x']);
	expect(one.asked.slice(0, 1)).toEqual(['all']);
});

test('Each audience carries the name of its page: of one page it is read when there is something to deliver', async () => {
	const watch = watchingAll(EVERYTHING);
	watch.lists[SEARCH] = [{ pageId: 'a/b', name: 'Pricing' }];
	watch.lists['a%2Fb'] = [{ id: 'x', pageId: 'a/b' }, { id: 'y' }];
	expect(await watch.poll()).toEqual([
		{ id: 'x', pageId: 'a/b', pageName: 'Pricing' },
		{ id: 'y', pageName: 'Pricing' },
	]);
	const one = new Watch({ pageId: ' a', ...EVERYTHING }, flow, '/v0/pages/a/audiences');
	one.lists.a = [{ id: 'x', pageId: 'a' }];
	expect(await one.poll()).toEqual([{ id: 'x', pageId: 'a', pageName: null }]);
	one.lists[SEARCH] = [
		{ pageId: 'b', name: 'Other' },
		{ pageId: 'a', name: 'Demo' },
	];
	expect(await one.poll()).toEqual([]);
	expect(one.asked).toEqual(['a']);
	one.lists.a.push({ id: 'y', pageId: 'a' });
	expect(await one.poll()).toEqual([{ id: 'y', pageId: 'a', pageName: 'Demo' }]);
	expect(one.asked).toEqual(['a', SEARCH]);
});

test('By hand: records of the first page that has any, in 20 requests', async () => {
	const watch = watchingAll();
	watch.lists.a = [];
	expect(await idsOf(watch, 'manual')).toEqual(['b1', 'b2']);
	expect(watch.staticData).toEqual({});
	watch.lists[SEARCH] = Array.from({ length: 21 }, (_, n) => ({ pageId: n < 20 ? 'a' : 'b' }));
	await expect(idsOf(watch, 'manual')).rejects.toMatchObject({
		message: 'No audience found that matches this trigger. Check its settings, or create one',
		description: 'Up to 2000 records were searched. You can publish the workflow and wait for one.',
	});
	expect(watch.asked).toHaveLength(21);
});
