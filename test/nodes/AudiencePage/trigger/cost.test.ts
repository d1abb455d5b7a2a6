import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { Trigger } from '../../../support/Trigger';

/** As many as show what grows with a list and what does not; what 100,000 take is in memory.size.test.ts. */
const PERSONS = 10_000;
/** Of 100 persons each. */
const PAGES = 100;
/** In milliseconds: however slow the machine is, the time of a poll is up when a test says so. */
const A_DAY = 86_400_000;

interface Cost {
	requests: number;
	delivered: IDataObject[];
}

/** A trigger that watches all persons of a sandbox, and what its polls cost. */
class Watch {
	private readonly trigger: Trigger;

	private constructor(
		readonly sandbox: Sandbox,
		parameters: INodeParameters,
	) {
		this.trigger = new Trigger(sandbox, parameters, { budget: A_DAY });
	}

	static async begin(parameters: INodeParameters): Promise<Watch> {
		return new Watch(await startSandbox({ sizes: { persons: PERSONS } }), parameters);
	}

	/** How much n8n has to save, in characters. */
	get size(): number {
		return JSON.stringify(this.trigger.staticData).length;
	}

	async poll(): Promise<Cost> {
		this.sandbox.requests.length = 0;
		const delivered = await this.trigger.poll();
		return { requests: this.sandbox.requests.length, delivered };
	}

	/** A new person, last as the sandbox keeps them. */
	add(name: string): void {
		const [anybody] = this.sandbox.store.persons.all();
		if (anybody === undefined) throw new Error('The sandbox has nobody');
		this.sandbox.store.persons.add({ ...anybody, personId: name, name });
	}
}

describe.each(['personCreated', 'personUpdated'])('%s, of 10,000 persons', (event) => {
	const FULL_READ_EVERY = 5;
	let watch: Watch;
	beforeAll(async () => {
		watch = await Watch.begin({ event, options: { fullReadEvery: FULL_READ_EVERY } });
	});
	afterAll(async () => await watch.sandbox.close());

	// Each test begins where the one before has ended: the baseline is the dearest.
	test('the baseline is read once, and takes less than 15 characters a person', async () => {
		expect(await watch.poll()).toEqual({ requests: PAGES, delivered: [] });
		expect(watch.size).toBeGreaterThan(9 * PERSONS);
		expect(watch.size).toBeLessThan(15 * PERSONS);
	});

	test('a quiet poll is one request, and each so-and-so-manieth reads all', async () => {
		for (let quiet = 1; quiet < FULL_READ_EVERY; quiet++) {
			expect(await watch.poll()).toEqual({ requests: 1, delivered: [] });
		}
		expect(await watch.poll()).toEqual({ requests: PAGES, delivered: [] });
		expect(await watch.poll()).toEqual({ requests: 1, delivered: [] });
	});

	test('a new person on the first page is one request', async () => {
		watch.sandbox.settings.arrange = (records) => [...records].reverse();
		watch.add('First');
		const { requests, delivered } = await watch.poll();
		expect({ requests, names: delivered.map(({ name }) => name) }).toEqual({ requests: 1, names: ['First'] });
	});

	test('a new person on the last page is a full read, and a quiet poll follows', async () => {
		watch.sandbox.settings.arrange = (records) => records;
		watch.add('Last');
		const { requests, delivered } = await watch.poll();
		expect({ requests, names: delivered.map(({ name }) => name) }).toEqual({
			requests: PAGES + 1,
			names: ['Last'],
		});
		expect(await watch.poll()).toEqual({ requests: 1, delivered: [] });
	});
});

describe('a full read that takes longer than a poll may', () => {
	const PAGES_OF_A_POLL = 40;
	let watch: Watch;
	beforeAll(async () => {
		watch = await Watch.begin({ event: 'personCreated', options: { fullReadEvery: 2 } });
	});
	afterAll(async () => await watch.sandbox.close());

	test('goes on poll by poll, and reads each page once', async () => {
		await watch.poll();
		const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const timeUp = new AbortController();
			watch.sandbox.settings.onAnswer = () => {
				if (watch.sandbox.requests.length === PAGES_OF_A_POLL) timeUp.abort();
			};
			return timeUp.signal;
		});
		const costs: number[] = [];
		for (let polls = 0; polls < 5; polls++) costs.push((await watch.poll()).requests);
		expect(costs).toEqual([1, 40, 40, 20, 1]);

		// A list that has lost a record does not keep a trigger busy for ever.
		const [anybody] = watch.sandbox.store.persons.all();
		watch.sandbox.store.persons.remove(String(anybody?.personId));
		for (let polls = 0; polls < 4; polls++) costs.push((await watch.poll()).requests);
		timeout.mockRestore();
		expect(costs.slice(5)).toEqual([40, 40, 20, 1]);
	});
});

describe('everything', () => {
	let watch: Watch;
	afterEach(async () => await watch.sandbox.close());

	test('a poll reads what it delivers, and no more than a page beyond', async () => {
		watch = await Watch.begin({ event: 'personCreated', startFrom: 'everything' });
		const ids = new Set<unknown>();
		for (let polls = 1; polls <= 8; polls++) {
			const { requests, delivered } = await watch.poll();
			for (const { personId } of delivered) ids.add(personId);
			expect(ids.size).toBe(polls * 1000);
			expect(requests).toBeLessThanOrEqual(11);
		}
	});

	test('after the last part, the list is looked at once more, and polls are quiet', async () => {
		const options = { maxPerPoll: PERSONS / 5 };
		watch = await Watch.begin({ event: 'personCreated', startFrom: 'everything', options });
		const costs: number[] = [];
		for (let polls = 0; polls < 6; polls++) costs.push((await watch.poll()).requests);
		expect(costs).toEqual([21, 21, 21, 21, PAGES, 1]);
	});
});
