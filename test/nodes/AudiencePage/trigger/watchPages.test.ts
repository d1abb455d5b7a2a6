/** The two audience events with no page chosen: each page's list on its own, in turn, within a poll. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { byId } from '../../../support/locators';
import { nth } from '../../../support/records';
import { calls } from '../../../support/sent';
import { Trigger, TRIGGER } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

let ofTest: Sandbox;
const sandbox = () => ofTest;
useVirtualTime();
beforeEach(async () => {
	ofTest = await startSandbox({ sizes: { pages: 3, audiences: 2 } });
});
afterEach(async () => await ofTest.close());

const EVENTS = ['audienceCreated', 'audienceStatusChanged'];
const SEARCH = 'GET /v0/pages/search';

const pageIds = () =>
	sandbox()
		.store.pages.all()
		.map(({ pageId }) => pageId);
const listOf = (pageId: string) => `GET /v0/pages/${pageId}/audiences`;

let added = 0;
/** Adds an audience to a page: its ID. */
function addAudience(pageId: string): string {
	const example = nth(sandbox().store.audiences.of(nth(pageIds(), 0)).all());
	const audienceId = `audience_${++added}`;
	sandbox()
		.store.audiences.of(pageId)
		.add({ ...example, audienceId, pageId });
	return audienceId;
}

function addPage(): string {
	const pageId = `page_${++added}`;
	sandbox().store.pages.add({ ...nth(sandbox().store.pages.all()), pageId });
	return pageId;
}

const idsIn = (pageId: string) =>
	sandbox()
		.store.audiences.of(pageId)
		.all()
		.map(({ audienceId }) => audienceId);
const idsOf = (json: IDataObject[]) => json.map(({ audienceId }) => audienceId);

/** A published trigger that watches all pages. */
async function watching(event: string, more: INodeParameters = {}): Promise<Trigger> {
	const trigger = new Trigger(sandbox(), { event, pageId: { __rl: true, mode: 'list', value: '' }, ...more });
	await trigger.activate();
	sandbox().requests.length = 0;
	return trigger;
}

test.each(EVENTS)(
	'%s: an expression for Page that gives nothing is refused, and watches no pages',
	async (event) => {
		for (const pageId of ['={{ "" }}', '={{ null }}', byId('={{ undefined }}')]) {
			await expect(new Trigger(sandbox(), { event, pageId }).activate()).rejects.toThrow(
				'Page must not be empty if an expression sets it. To watch all pages, clear the field',
			);
		}
		expect(calls(sandbox())).toEqual([]);
	},
);

/** Has the list of a page fail from now on. */
const failAt = (pageId: string) =>
	sandbox().failNext('internalError', {
		when: ({ path }) => path === `/v0/pages/${pageId}/audiences`,
		times: Infinity,
	});

describe.each(EVENTS)('%s of all pages', (event) => {
	test('a quiet poll is one request to find the pages, and one for each', async () => {
		const trigger = await watching(event);
		expect(await trigger.poll()).toEqual([]);
		expect(calls(sandbox())).toEqual([SEARCH, ...pageIds().map(listOf)]);
	});

	test('what comes on any page starts the workflow once', async () => {
		const trigger = await watching(event);
		const ids = pageIds().map(addAudience);
		expect(idsOf(await trigger.poll())).toEqual(ids);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['now', 0],
		['everything', 1],
	])('a page that comes later begins from %s', async (startFrom, delivered) => {
		const trigger = await watching(event, { startFrom });
		const page = addPage();
		const id = addAudience(page);
		expect(idsOf(await trigger.poll())).toEqual([id].slice(0, delivered));
		const later = addAudience(page);
		expect(idsOf(await trigger.poll())).toEqual([later]);
	});

	test('each page once from Everything, as many in all as Max Per Poll says, and the next poll goes on', async () => {
		const all = pageIds().flatMap((pageId) => idsIn(pageId));
		const parameters = { event, startFrom: 'everything', options: { maxPerPoll: 4 } };
		const trigger = new Trigger(sandbox(), parameters);
		const batches = [idsOf(await trigger.activate())];
		for (let n = 0; n < all.length; n++) batches.push(idsOf(await trigger.poll()));
		expect(batches.map(({ length }) => length)).toEqual(
			batches.map((_, n) => Math.max(0, Math.min(4, all.length - 4 * n))),
		);
		expect(batches.flat().sort()).toEqual(all.sort());
	});

	test('a page whose list fails does not keep the others from being read, and is named at every second poll', async () => {
		const trigger = await watching(event);
		const [first = '', second = '', third = ''] = pageIds();
		failAt(second);
		const ids = [addAudience(first), addAudience(third)];
		expect(idsOf(await trigger.poll())).toEqual(ids);
		const { name } = nth(sandbox().store.pages.all(), 1);
		const message = `Page ${name} (${second}): The sandbox was told to fail`;
		await expect(trigger.poll()).rejects.toThrow(message);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow(message);
	});

	test('cannot be published while a page cannot be read; then nothing is lost that came meanwhile', async () => {
		const [first = '', second = ''] = pageIds();
		failAt(second);
		const trigger = new Trigger(sandbox(), { event });
		await expect(trigger.activate()).rejects.toThrow(`(${second}): The sandbox was told to fail`);
		await expect(trigger.activate()).rejects.toThrow(`(${second}): The sandbox was told to fail`);
		const id = addAudience(first);
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test('cannot be published in less time than it takes to read all pages; the next poll goes on', async () => {
		const trigger = new Trigger(sandbox(), { event });
		const timeUp = new AbortController();
		const clock = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal);
		sandbox().settings.onAnswer = ({ path }) => {
			if (path.includes(nth(pageIds(), 1))) timeUp.abort();
		};
		await expect(trigger.activate()).rejects.toThrow(
			'The time of a poll was up, and 1 page has not been read yet. The next poll goes on there',
		);
		clock.mockRestore();
		sandbox().requests.length = 0;
		const id = addAudience(nth(pageIds(), 0));
		expect(idsOf(await trigger.activate())).toEqual([id]);
		expect(calls(sandbox())[1]).toBe(listOf(nth(pageIds(), 2)));
	});

	test('goes on with the page at which the time of a poll was up', async () => {
		const trigger = await watching(event);
		const timeUp = new AbortController();
		const clock = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal);
		sandbox().settings.onAnswer = ({ path }) => {
			if (path.includes(nth(pageIds(), 1))) timeUp.abort();
		};
		expect(await trigger.poll()).toEqual([]);
		clock.mockRestore();
		sandbox().settings.onAnswer = () => {};
		sandbox().requests.length = 0;
		const id = addAudience(nth(pageIds(), 2));
		expect(idsOf(await trigger.poll())).toEqual([id]);
		expect(calls(sandbox()).slice(0, 2)).toEqual([SEARCH, listOf(nth(pageIds(), 2))]);
	});

	test('fails where the page search does not list all pages', async () => {
		const trigger = await watching(event);
		sandbox().settings.mostPerPage = 2;
		await expect(trigger.poll()).rejects.toThrow(
			'There are 3 pages, but the service lists only 2, so audiences of new pages could be missed. Choose a page, and use a trigger for each',
		);
	});

	test('goes on where it was when a page is chosen; the others start over when none is again', async () => {
		const trigger = await watching(event);
		const [first = '', second = '', third = ''] = pageIds();
		const one = addAudience(first);
		expect(idsOf(await trigger.change({ pageId: byId(first) }))).toEqual([one]);
		const [two] = [addAudience(first), addAudience(second)];
		expect(idsOf(await trigger.change({ pageId: byId('') }))).toEqual([two]);
		expect(trigger.notes).toEqual([expect.stringContaining('starts over')]);

		const three = addAudience(first);
		expect(idsOf(await trigger.change({ pageId: byId(first) }))).toEqual([three]);
		await trigger.change({ pageId: byId(third) });
		expect(await trigger.change({ pageId: byId('') })).toEqual([]);
	});

	test('cannot be published again before each page was read again', async () => {
		const [first = '', second = ''] = pageIds();
		const trigger = await watching(event);
		await trigger.change({ pageId: byId(first) });
		failAt(second);
		const all = { pageId: byId('') };
		await expect(trigger.change(all)).rejects.toThrow('The sandbox was told to fail');
		await expect(trigger.change(all)).rejects.toThrow('The sandbox was told to fail');
	});

	test('from Everything, a page that cannot be read fails every second poll', async () => {
		const trigger = await watching(event, { startFrom: 'everything' });
		failAt(nth(pageIds(), 1));
		const outcomes: string[] = [];
		for (let poll = 0; poll < 4; poll++) {
			outcomes.push(
				await trigger.poll().then(
					() => 'quiet',
					() => 'failed',
				),
			);
		}
		expect(outcomes).toEqual(['failed', 'quiet', 'failed', 'quiet']);
	});

	test('starts over after another event, and says so', async () => {
		const trigger = await watching(event);
		await trigger.change({ event: 'personCreated' });
		addAudience(nth(pageIds(), 0));
		trigger.notes.length = 0;
		expect(await trigger.change({ event })).toEqual([]);
		expect(trigger.notes).toEqual([expect.stringContaining('starts over')]);
		expect(Object.keys(trigger.staticData[`node:${TRIGGER}`]!)).toEqual(['pages']);
	});

	test('waits for the first page where there is none; it begins as Start From says', async () => {
		const { pages, audiences } = sandbox().store;
		const page = nth(pages.all());
		for (const pageId of pageIds()) pages.remove(pageId);
		const trigger = await watching(event, { startFrom: 'everything' });
		expect(await trigger.poll()).toEqual([]);
		pages.add(page);
		expect(await trigger.poll()).toHaveLength(audiences.of(page.pageId).all().length);
	});

	test('fails where a page has an ID that cannot stand in a path', async () => {
		const trigger = await watching(event);
		sandbox().store.pages.add({ ...nth(sandbox().store.pages.all()), pageId: '..', name: 'Odd' });
		await expect(trigger.poll()).rejects.toThrow(
			'The service returned the page Odd with an ID that cannot be used',
		);
	});

	test('by hand: shows records of the first page that has any', async () => {
		const [first = '', second = ''] = pageIds();
		const { audiences } = sandbox().store;
		for (const id of idsIn(first)) audiences.of(first).remove(id);
		const shown = (await (await watching(event)).fetchTestEvent()) ?? [];
		expect(idsOf(shown.map(({ json }) => json))).toEqual(idsIn(second).slice(0, 3));
	});
});

test('A poll of all pages delivers as many records as Max Per Poll allows, however many', async () => {
	const trigger = await watching('audienceCreated', {
		startFrom: 'everything',
		options: { maxPerPoll: 200_000 },
	});
	const page = addPage();
	const many = Array.from({ length: 130_000 }, () => addAudience(page));
	sandbox().settings.defaultLimit = sandbox().settings.maxLimit = 200_000;
	sandbox().settings.mostPerPage = 200_000;
	expect((await trigger.poll()).length).toBe(many.length);
});
