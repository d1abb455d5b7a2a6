/** The lists of all pages, read as one; and the page search, which has no cursors. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { seedStore } from '../../../service/seed';
import type { Collection } from '../../../service/store';
import { defaultSettings } from '../../../service/settings';
import { takeLines } from '../../../support/log';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { endPollsAfter, published, Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox({ sizes: { pages: 1, audiences: 0 } });
useVirtualTime();

const SEARCH = '/v0/pages/search';
const ALL = { event: 'audienceCreated', simplify: false };
const EVERYTHING = { ...ALL, startFrom: 'everything' };

type Records = Collection<IDataObject>;

const pages = () => sandbox().store.pages as unknown as Records;
const page = { ...nth(seedStore().pages.all()) };

function addPage(pageId: string): void {
	pages().add({ ...page, pageId, name: `Page ${pageId}` });
}

/** Such as `b3`, the third of page b. */
function addAudience(audienceId: string): void {
	const pageId = audienceId.replace(/\d$/, '');
	const audiences = sandbox().store.audiences.of(pageId) as unknown as Records;
	audiences.add({ audienceId, pageId });
}

/** Three pages with two audiences each; a list page has three records. */
beforeEach(() => {
	Object.assign(sandbox().settings, defaultSettings(), { mostPerPage: 3 });
	for (const { pageId } of [...pages().all()]) pages().remove(pageId as string);
	for (const pageId of ['a', 'b', 'c']) {
		const audiences = sandbox().store.audiences.of(pageId);
		for (const { audienceId } of [...audiences.all()]) audiences.remove(audienceId);
		addPage(pageId);
		addAudience(`${pageId}1`);
		addAudience(`${pageId}2`);
	}
});

/** The audiences that a poll delivers, and what it reads: `b+` is that of page b at a cursor. */
async function poll(trigger: Trigger): Promise<{ audiences: string[]; reads: string[] }> {
	sandbox().requests.length = 0;
	const items = await trigger.poll();
	const reads = sandbox().requests.map(({ path, query }) => {
		const [, pageId] = /^\/v0\/pages\/([^/]+)\/audiences$/.exec(path) ?? [];
		if (pageId === undefined) return 'search';
		return query.cursor === undefined ? pageId : `${pageId}+`;
	});
	return { audiences: idsOf(items), reads };
}

const idsOf = (items: IDataObject[]) => items.map(({ audienceId }) => audienceId as string);
const withMaxPerPoll = (maxPerPoll: number): INodeParameters => ({
	...EVERYTHING,
	options: { maxPerPoll },
});

/** Has the service refuse the lists of these pages. */
function refuse(...pageIds: string[]): void {
	sandbox().settings.instead = ({ path }) =>
		pageIds.some((id) => path.includes(`/${id}/`))
			? { status: 403, body: { message: 'Not yours' } }
			: undefined;
}

test('A quiet poll is a request to find the pages, and one for each; what comes on any page starts the workflow', async () => {
	const trigger = await published(sandbox(), ALL);
	addAudience('b3');
	expect((await poll(trigger)).audiences).toEqual(['b3']);
	expect(await poll(trigger)).toEqual({ audiences: [], reads: ['search', 'a', 'b', 'c'] });
});

test('Max Per Poll holds for all pages, and the next poll goes on within them', async () => {
	for (const id of ['b3', 'b4']) addAudience(id);
	const trigger = new Trigger(sandbox(), withMaxPerPoll(3));
	expect((await poll(trigger)).audiences).toEqual(['a1', 'a2', 'b1']);
	expect(await poll(trigger)).toEqual({
		audiences: ['b2', 'b3', 'b4'],
		reads: ['search', 'b', 'b+', 'c'],
	});
	expect(await poll(trigger)).toEqual({ audiences: ['c1', 'c2'], reads: ['search', 'c'] });
	expect((await poll(trigger)).reads).toEqual(['search', 'a', 'b', 'b+', 'c']);
});

test('The next poll goes on at a cursor, whatever characters it and the ID of the page have', async () => {
	pages().remove('a');
	addPage('a/a');
	for (const n of [1, 2, 3]) addAudience(`a/a${n}`);
	sandbox().settings.pageOf = (records, { cursor = 'at/0' }) => {
		const start = Number(cursor.replace('at/', ''));
		const hasMore = start + 3 < records.length;
		const nextCursor = hasMore ? `at/${start + 3}` : null;
		const items = records.slice(start, start + 3);
		return { hasMore, nextCursor, items, totalCount: records.length };
	};
	addAudience('a/a4');
	const trigger = new Trigger(sandbox(), withMaxPerPoll(3));
	expect((await poll(trigger)).audiences).toEqual(['a/a1', 'a/a2', 'a/a3']);
	expect(await poll(trigger)).toEqual({
		audiences: ['a/a4', 'b1', 'b2'],
		reads: ['search', 'a%2Fa+', 'b', 'c'],
	});
});

test('If its time is up, the next poll goes on, in whatever order the service lists the pages then', async () => {
	for (const id of ['b3', 'b4']) addAudience(id);
	const trigger = new Trigger(sandbox(), EVERYTHING);
	const endInterruption = endPollsAfter(sandbox(), 3);
	expect((await poll(trigger)).audiences).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
	endInterruption();
	pages().remove('a');
	addPage('a');
	expect(await poll(trigger)).toEqual({
		audiences: ['b4', 'c1', 'c2'],
		reads: ['search', 'b+', 'c'],
	});
});

test('The next poll begins with the first page, if that at which it stopped is gone', async () => {
	const trigger = new Trigger(sandbox(), withMaxPerPoll(3));
	expect((await poll(trigger)).audiences).toEqual(['a1', 'a2', 'b1']);
	pages().remove('b');
	expect(await poll(trigger)).toEqual({
		audiences: ['c1', 'c2'],
		reads: ['search', 'a', 'c'],
	});
});

test('A page that cannot be read is left to the next poll, with a line in the log', async () => {
	const trigger = await published(sandbox(), ALL);
	for (const id of ['b3', 'c3']) addAudience(id);
	refuse('b');
	expect((await poll(trigger)).audiences).toEqual(['c3']);
	expect(takeLines('pageSkipped')).toMatchObject([{ pageId: 'b', status: '403' }]);
	refuse();
	expect((await poll(trigger)).audiences).toEqual(['b3']);
});

test('A poll fails if no page can be read', async () => {
	const trigger = await published(sandbox(), ALL);
	refuse('a', 'b', 'c');
	await expect(trigger.poll()).rejects.toThrow('Page Page c (c): Not yours');
});

test('The first read from Now fails if a page cannot be read', async () => {
	refuse('b');
	const trigger = new Trigger(sandbox(), ALL);
	await expect(trigger.activate()).rejects.toThrow('Page Page b (b): Not yours');
	expect(trigger.saved).toBe('{}');
});

test.each([
	['..', 'The service returned the page Page .. with an ID that cannot be used. Choose a page'],
	['', 'The service returned the page Page  with an ID that cannot be used. Choose a page'],
])('A page whose ID is %j is an error', async (pageId, message) => {
	sandbox().settings.instead = ({ path }) =>
		path === SEARCH
			? { status: 200, body: { items: [{ pageId, name: `Page ${pageId}` }] } }
			: undefined;
	await expect(new Trigger(sandbox(), ALL).activate()).rejects.toThrow(message);
});

test.each([
	['audienceCreated', 'Use a trigger for each page (it starts over)'],
	['pageCreated', 'Narrow the list down with Filters > Search (it starts over)'],
])('%s: a page search that does not list all pages is an error', async (event, advice) => {
	addPage('d');
	await expect(new Trigger(sandbox(), { event }).activate()).rejects.toMatchObject({
		message: `There are 4 pages, but the service lists only 3. ${advice}`,
		description: 'The page search of the service has no second page of results.',
	});
});

test('A test event shows audiences of the first page that has any', async () => {
	for (const id of ['a1', 'a2']) sandbox().store.audiences.of('a').remove(id);
	const items = await new Trigger(sandbox(), ALL).fetchTestEvent();
	expect(idsOf((items ?? []).map(({ json }) => json))).toEqual(['b1', 'b2']);
});
