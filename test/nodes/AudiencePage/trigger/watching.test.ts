/** How far a trigger comes from poll to poll, with lists that are written out instead of asked for. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { Halted } from '../../../../nodes/AudiencePage/transport/delivery';
import type { Page } from '../../../../nodes/AudiencePage/transport/nextPage';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import type { Kind } from '../../../../nodes/AudiencePage/trigger/news';
import { watching } from '../../../../nodes/AudiencePage/trigger/watching';
import { formWith, type Values } from '../../../support/form';
import { aNode } from '../../../support/node';

const KIND: Kind = { noun: 'person', idField: 'personId' };
const CHANGED: Kind = {
	...KIND,
	contentOf: ({ name }) => name,
	tell: (record, markBefore) => ({ ...record, isNew: markBefore === undefined }),
};

const REQUEST: RequestData = { options: { url: '/v0/persons/search' }, preSend: [], postReceive: [] };

const person = (n: number, name = `name ${n}`): IDataObject => ({ personId: `p${n}`, name });

const BEGINNING = 'beginning';

let workflows = 0;

/** A trigger in a workflow of its own, and the list that it watches. */
class Watch {
	/** The list: its pages, and what it counts. The cursor of each page but the first is its number. */
	pages: IDataObject[][] = [];
	totalCount: number | null | undefined = undefined;
	/** After so many pages the time of a poll is up, or the service fails. */
	stop?: { after: number; error: Error };
	staticData: IDataObject = {};
	/** What was read at the latest poll, by cursor. */
	read: string[] = [];
	/** Where the latest poll was to begin. */
	from?: string;
	private readonly workflowId = `watching ${++workflows}`;

	constructor(
		private readonly values: Values = {},
		private readonly kind = KIND,
	) {}

	/** Has the list hold the persons by these numbers, two a page, and count them. */
	holds(...numbers: number[]): this {
		this.pages = [];
		for (let at = 0; at < numbers.length; at += 2) {
			this.pages.push(numbers.slice(at, at + 2).map((n) => person(n)));
		}
		if (numbers.length === 0) this.pages.push([]);
		this.totalCount = numbers.length;
		return this;
	}

	async poll(mode = 'trigger'): Promise<IDataObject[]> {
		this.read = [];
		const list = (_context: unknown, _request: unknown, from?: string) => this.reading(from);
		const outputs = await watching(this.kind, list).call(this.context(mode), REQUEST);
		return outputs.map(({ json }) => json);
	}

	/** The persons of a poll, by their numbers. */
	async ids(): Promise<string[]> {
		return (await this.poll()).map(({ personId }) => String(personId as string));
	}

	private context(mode: string): IExecutePaginationFunctions {
		const [items = []] = this.pages;
		return {
			...formWith({ event: 'personCreated', ...this.values }),
			getMode: () => mode,
			getNode: () => aNode,
			getWorkflow: () => ({ id: this.workflowId }),
			getCredentials: async () => ({ baseUrl: 'https://api.example.com' }),
			getWorkflowStaticData: () => this.staticData,
			makeRoutingRequest: async () => [{ json: { items } }],
		} as unknown as IExecutePaginationFunctions;
	}

	private async *reading(from?: string): AsyncGenerator<Page> {
		this.from = from;
		const pages = this.pages.map((records, n): Page => {
			const hasMore = n < this.pages.length - 1;
			const nextCursor = hasMore ? `c${n + 1}` : null;
			const cursor = n === 0 ? undefined : `c${n}`;
			return { records, totalCount: this.totalCount, cursor, nextCursor, hasMore };
		});
		const begin = from === undefined ? 0 : Number(from.slice(1));
		for (const page of [...pages.slice(begin), ...pages.slice(0, begin)]) {
			if (this.read.length === this.stop?.after) throw this.stop.error;
			this.read.push(page.cursor ?? BEGINNING);
			yield page;
		}
		if (this.read.length === this.stop?.after) throw this.stop.error;
	}
}

const EVERYTHING = { startFrom: 'everything' };
const late = (after: number) => ({ after, error: new Halted(false) });

describe('The first poll', () => {
	test('remembers what is there, and delivers nothing', async () => {
		const watch = new Watch().holds(1, 2, 3);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING, 'c1']);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});

	test('remembers an empty list too', async () => {
		const watch = new Watch().holds();
		expect(await watch.ids()).toEqual([]);
		expect(await watch.holds(1).ids()).toEqual(['p1']);
	});

	test('delivers what is there, where the trigger starts from everything', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2, 3);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});

	test('by hand shows examples, and remembers nothing', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		expect(await watch.poll('manual')).toEqual([person(1), person(2)]);
		expect(watch.staticData).toEqual({});
		expect(await watch.ids()).toEqual(['p1', 'p2']);
	});

	test.each<[string | undefined, number | null | undefined, string, string]>([
		[undefined, 9, '2 of 9 records', 'Set Start From to Everything'],
		['Search', 9, '2 of 9 records', 'Narrow the list down with Search, or set Start From to Everything'],
		[undefined, null, '2 of more records', 'Set Start From to Everything'],
		[undefined, undefined, '2 of more records', 'Set Start From to Everything'],
	])('that does not read all of it has failed: %#', async (filter, totalCount, message, description) => {
		const watch = new Watch({}, { ...KIND, filter }).holds(1, 2, 3);
		Object.assign(watch, { totalCount, stop: late(1) });
		await expect(watch.ids()).rejects.toMatchObject({
			message: `The list is too long to be remembered in one poll: ${message} could be read`,
			description: `${description}, for which nothing has to be read first.`,
		});
		expect(watch.staticData).toEqual({});
	});
});

describe('A poll', () => {
	test('reads one page where the count says that nothing else is new', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		await watch.ids();
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING]);
	});

	test('reads the whole list after as many polls as it is set to', async () => {
		const watch = new Watch({ 'options.fullReadEvery': 3 }).holds(1, 2, 3, 4);
		await watch.ids();
		const pages: number[] = [];
		for (let n = 0; n < 7; n++) {
			await watch.ids();
			pages.push(watch.read.length);
		}
		expect(pages).toEqual([1, 1, 2, 1, 1, 2, 1]);
	});

	test('finds with a full read what took the place of another record', async () => {
		const watch = new Watch({ 'options.fullReadEvery': 2 }).holds(1, 2, 3, 4);
		await watch.ids();
		watch.holds(1, 2, 3, 5);
		expect([await watch.ids(), await watch.ids(), await watch.ids()]).toEqual([[], ['p5'], []]);
	});

	test('counts on with what it has delivered, but not beyond what the list says', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		await watch.ids();
		expect(await watch.holds(9, 1, 2, 3, 4).ids()).toEqual(['p9']);
		expect(watch.read).toHaveLength(1);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toHaveLength(1);
	});

	test('reads on after a count that has fallen, and is content with the new one', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		await watch.ids();
		await watch.holds(1, 2, 3).ids();
		expect(watch.read).toHaveLength(2);
		await watch.ids();
		expect(watch.read).toHaveLength(1);
	});

	test.each([null, undefined])('reads all of a list that counts nothing: %j', async (totalCount) => {
		const watch = new Watch().holds(1, 2, 3, 4);
		watch.totalCount = totalCount;
		for (let n = 0; n < 3; n++) {
			await watch.ids();
			expect(watch.read).toHaveLength(2);
		}
	});

	test('delivers a record that has changed where changes count, and says so', async () => {
		const watch = new Watch(EVERYTHING, CHANGED).holds(1, 2);
		expect(await watch.poll()).toEqual([1, 2].map((n) => ({ ...person(n), isNew: true })));
		watch.pages = [[person(1, 'another'), person(2)]];
		expect(await watch.poll()).toEqual([{ ...person(1, 'another'), isNew: false }]);
		expect(await watch.poll()).toEqual([]);
	});

	test('remembers at first how the records are where changes count', async () => {
		const watch = new Watch({}, CHANGED).holds(1, 2);
		expect([await watch.ids(), await watch.ids()]).toEqual([[], []]);
		watch.pages = [[person(1, 'another'), person(2)]];
		expect(await watch.ids()).toEqual(['p1']);
	});

	test('that fails changes nothing, and the next one finds all of it', async () => {
		const watch = new Watch().holds(1, 2);
		await watch.ids();
		const before = JSON.stringify(watch.staticData);
		watch.holds(1, 2, 3, 4, 5, 6).stop = { after: 2, error: new Error('No') };
		await expect(watch.ids()).rejects.toThrow('No');
		expect(JSON.stringify(watch.staticData)).toBe(before);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p3', 'p4', 'p5', 'p6']);
	});

	test('leaves the memory as it is where it delivers nothing', async () => {
		const watch = new Watch().holds(1, 2);
		await watch.ids();
		const { delivered } = watch.staticData.state as IDataObject;
		await watch.ids();
		expect(watch.staticData).toMatchObject({ state: { delivered } });
	});

	test('gives nothing while another one of the same node is at it, and does not read', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		const [first, second] = await Promise.all([watch.ids(), watch.ids()]);
		expect([first, second]).toEqual([['p1', 'p2'], []]);
		expect(await watch.holds(1, 2, 3).ids()).toEqual(['p3']);
	});

	test('is not held up by one of another node', async () => {
		const watches = [new Watch(EVERYTHING).holds(1), new Watch(EVERYTHING).holds(2)];
		expect(await Promise.all(watches.map((watch) => watch.ids()))).toEqual([['p1'], ['p2']]);
	});

	test('can be made after one that failed', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		watch.stop = { after: 0, error: new Error('No') };
		await expect(watch.ids()).rejects.toThrow('No');
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p1', 'p2']);
	});
});

describe('More than a poll may deliver', () => {
	test('comes poll after poll, each record once, and the next one goes on where this one stopped', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 3 }).holds(1, 2, 3, 4, 5, 6, 7, 8);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		expect(await watch.ids()).toEqual(['p4', 'p5', 'p6']);
		expect(watch.from).toBe('c1');
		expect(await watch.ids()).toEqual(['p7', 'p8']);
		expect(await watch.ids()).toEqual([]);
		expect(watch.from).toBeUndefined();
	});

	test('is all there is where it is just as much', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 2 }).holds(1, 2, 3, 4);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		expect(await watch.ids()).toEqual(['p3', 'p4']);
		expect(await watch.ids()).toEqual([]);
	});

	test('is read to where it began, for what came before it meanwhile', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 2 }).holds(1, 2, 3, 4, 5, 6);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		expect(await watch.ids()).toEqual(['p3', 'p4']);
		watch.pages = [[person(9), person(1)], [person(2), person(3)], [person(4), person(5)], [person(6)]];
		watch.totalCount = 7;
		const rest = [await watch.ids(), await watch.ids(), await watch.ids()];
		expect(rest.flat().sort()).toEqual(['p5', 'p6', 'p9']);
	});
});

describe('A poll whose time is up', () => {
	test('delivers what it has found, and the next one goes on there', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2, 3, 4, 5, 6);
		watch.stop = late(1);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p3', 'p4', 'p5', 'p6']);
		expect(watch.from).toBe('c1');
		// All before that place was looked at, so the end of the list is the end.
		expect(watch.read).toEqual(['c1', 'c2']);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING]);
	});

	test('counts what is new, and not what has changed', async () => {
		const watch = new Watch({}, CHANGED).holds(1, 2, 3, 4);
		await watch.ids();
		watch.pages = [
			[person(1, 'another'), person(9)],
			[person(2), person(3)],
			[person(4), person(10)],
		];
		Object.assign(watch, { totalCount: 6, stop: late(1) });
		expect(await watch.ids()).toEqual(['p1', 'p9']);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p10']);
		expect(watch.read).toEqual(['c1', 'c2']);
	});

	test.each([
		[4, 4],
		[undefined, 6],
	])('counts no more than the list does: of 6 records, now %j: %i', async (totalCount, count) => {
		const watch = new Watch().holds(1, 2, 3, 4, 5, 6);
		await watch.ids();
		Object.assign(watch.holds(1, 2, 3, 4), { totalCount, stop: late(1) });
		await watch.ids();
		expect(watch.staticData).toMatchObject({ state: { count } });
	});

	test('counts nothing where the list did not', async () => {
		const watch = new Watch().holds(1, 2);
		watch.totalCount = undefined;
		await watch.ids();
		Object.assign(watch.holds(1, 2, 3, 4), { stop: late(1) });
		await watch.ids();
		expect((watch.staticData.state as IDataObject).count).toBeUndefined();
	});

	test('has nothing to say of what comes before its place, where that was left behind', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 3 }).holds(1, 2, 3, 4, 5, 6);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		expect(await watch.ids()).toEqual(['p4', 'p5', 'p6']);
		expect(watch.read).toEqual(['c1', 'c2', BEGINNING]);
	});
});
