/** Create or Update where an answer is lost, or a run is tried again: nobody is created twice. */
import type { MockInstance } from 'vitest';

import type { IDataObject } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { FaultKind, RecordedRequest } from '../../../../service/sandbox';
import { until } from '../../../../service/testClient';
import { calls } from '../../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';
import { useTimeLimits } from '../../../../support/timeLimits';
import { useVirtualTime } from '../../../../support/virtualTime';
import { addPerson, CREATE, outcomes, SEARCH, update, upsert, writes } from './upserting';

const sandbox = useSandbox({ sizes: { persons: 0 } });
useVirtualTime();
const endTime = useTimeLimits();

const people = () => sandbox().store.persons.all();
const isCreate = ({ method }: RecordedRequest) => method === 'POST';
const MAY_BE_DONE = 'The request may have succeeded';

beforeEach(() => {
	for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
	sandbox().settings.searchDelayMs = 0;
});

/** Waits, which are counted and not waited for. */
function useNoWaits(): () => number[] {
	let wait: MockInstance<typeof waiting.delay>;
	beforeEach(() => {
		wait = vi.spyOn(waiting, 'delay').mockResolvedValue();
	});
	afterEach(() => wait.mockRestore());
	return () =>
		wait.mock.calls.map(([milliseconds]) => milliseconds).filter((milliseconds) => milliseconds > 0);
}

const LOSSES: FaultKind[] = ['resetAfter', 'unavailableAfter', 'cutShort', 'html', 'silenceAfter'];

describe('An answer that is lost though the person was created', () => {
	describe('is looked for', () => {
		useNoWaits();

		test.each(LOSSES)('%s: the person is found and counts as created', async (fault) => {
			sandbox().failNext(fault, { when: isCreate });
			if (fault === 'silenceAfter') {
				const isMet = (request: RecordedRequest) => request.fault === fault && request.applied;
				void until(() => sandbox().requests.some(isMet)).then(endTime);
			}
			const run = await upsert(sandbox());
			expect(run.error).toBeUndefined();
			expect(run.json).toEqual([{ ...people()[0], outcome: 'created' }]);
			expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH]);
			expect(people()).toHaveLength(1);
		});

		test('in the whole list too, which is read again', async () => {
			sandbox().failNext('resetAfter', { when: isCreate });
			const run = await upsert(sandbox(), { matchOn: 'phoneNumber', matchValue: '+4930123456' });
			expect(outcomes(run)).toEqual(['created']);
			expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH]);
			expect(people()).toHaveLength(1);
		});

		test('for an item of several: the others are created once each, too', async () => {
			const items = Array.from({ length: 20 }, (_, n) => ({ email: `${n}@acme.com` }));
			sandbox().failNext('resetAfter', { times: 5, when: isCreate });
			const run = await upsert(sandbox(), { matchValue: '={{ $json.email }}' }, { items });
			expect(outcomes(run)).toEqual(items.map(() => 'created'));
			expect(
				people()
					.map(({ email }) => email)
					.sort(),
			).toEqual(items.map(({ email }) => email).sort());
		});
	});

	test('is found by a search that is late by 2 s', async () => {
		sandbox().settings.searchDelayMs = 2000;
		sandbox().failNext('resetAfter', { when: isCreate });
		const run = await upsert(sandbox());
		expect(outcomes(run)).toEqual(['created']);
		expect(writes(sandbox())).toHaveLength(1);
		expect(people()).toHaveLength(1);
	});
});

describe('An answer that is lost, and nobody is there', () => {
	const waits = useNoWaits();

	test('is an error that says that it may be done, after three looks', async () => {
		sandbox().failNext('resetBefore', { when: isCreate });
		const { error, items } = await upsert(sandbox());
		expect(error?.message).toContain(MAY_BE_DONE);
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
		expect(waits()).toEqual([1000, 2000]);
	});

	test('is this error too where the look itself fails', async () => {
		sandbox().failNext('resetAfter', { when: isCreate });
		const isSecondLook = ({ method }: RecordedRequest) => method === 'GET' && writes(sandbox()).length > 0;
		// With a limit and without: a limit that is refused is left out.
		sandbox().failNext('unprocessable', { times: 2, when: isSecondLook });
		const { error } = await upsert(sandbox());
		expect(error?.message).toContain(MAY_BE_DONE);
		expect(writes(sandbox())).toHaveLength(1);
	});

	test('another item with the same value does not create them either', async () => {
		sandbox().settings.searchDelayMs = Infinity;
		sandbox().failNext('resetAfter', { when: isCreate });
		const run = await upsert(sandbox(), {}, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(people()).toHaveLength(1);
		expect(run.json.map(({ error }) => error)).toEqual([
			expect.stringContaining(MAY_BE_DONE),
			expect.stringContaining('who was already created'),
		]);
	});

	test('a second try does not send it again, for no item', async () => {
		sandbox().settings.searchDelayMs = Infinity;
		sandbox().failNext('resetAfter', { when: isCreate });
		const { error } = await upsert(sandbox(), {}, { items: [{}, {}], retryOnFail: true, maxTries: 2 });
		expect(error?.message).toMatch(/may belong to a person/);
		expect(people()).toHaveLength(1);
	});
});

describe('A creation that is refused', () => {
	const waits = useNoWaits();
	const ofAda = { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'old.com' };
	const list = (...items: IDataObject[]): Answer => ({ body: { items, hasMore: false, nextCursor: null } });
	const refusedWith = (status: number): Answer => ({ status, body: { message: 'They are there already' } });
	const run = async (answers: Answer[], domain = '') =>
		await withAnswers(answers, async (service) => ({
			...(await upsert(service, { additionalFields: { domain } })),
			requests: service.requests.map((request) => request.split('?')[0]),
		}));

	test('as a conflict: the person is looked for, and updated', async () => {
		const { json, requests } = await run(
			[list(), refusedWith(409), list(ofAda), { body: { ...ofAda, domain: 'acme.com' } }],
			'acme.com',
		);
		expect(json).toEqual([{ ...ofAda, domain: 'acme.com', outcome: 'updated' }]);
		expect(requests).toEqual([SEARCH, CREATE, SEARCH, update('p1')]);
	});

	test('as a conflict with one who is as wanted: they are unchanged', async () => {
		const { json } = await run([list(), refusedWith(409), list(ofAda)]);
		expect(json).toEqual([{ ...ofAda, outcome: 'unchanged' }]);
	});

	test('as a conflict, and nobody is found: that is the error', async () => {
		const { error, requests } = await run([list(), refusedWith(409), list()]);
		expect(error?.message).toBe('They are there already');
		expect(requests).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
	});

	test('as a conflict, and several are found: that is the error', async () => {
		const { error } = await run([list(), refusedWith(409), list(ofAda, { ...ofAda, personId: 'p2' })]);
		expect(error?.message).toContain('matches 2 people (p1, p2)');
	});

	test.each([400, 403, 422])('with %i: that is the error at once', async (status) => {
		const { error, requests } = await run([list(), refusedWith(status)]);
		expect(error?.message).toMatch(/^They are there already/);
		expect(requests).toEqual([SEARCH, CREATE]);
		expect(waits()).toEqual([]);
	});

	test('with Continue, the next item with the same value creates them', async () => {
		sandbox().failNext('unprocessable', { when: isCreate });
		const { json } = await upsert(sandbox(), {}, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(json).toMatchObject([{ error: 'The sandbox was told to fail' }, { outcome: 'created' }]);
		expect(people()).toHaveLength(1);
	});
});

describe('An update whose answer is lost', () => {
	const rows = ['old.com', 'new.com', 'old.com'].map((domain) => ({ domain }));

	test.each(['search', 'readAll'])('by %s: what a later item wants is sent', async (findBy) => {
		addPerson(sandbox(), { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'old.com' });
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'PATCH' });
		const run = await upsert(
			sandbox(),
			{ additionalFields: { domain: '={{ $json.domain }}' }, options: { findBy, maxRetries: 0 } },
			{ items: rows, onError: 'continueRegularOutput' },
		);
		expect(outcomes(run)).toEqual(['unchanged', undefined, 'updated']);
		expect(people()).toMatchObject([{ personId: 'p1', domain: 'old.com' }]);
	});
});

describe('A second try', () => {
	test('doubles nobody, though the search does not see them yet', async () => {
		sandbox().settings.searchDelayMs = Infinity;
		const failing = 'b@acme.com';
		sandbox().failNext('unprocessable', {
			when: ({ method, body }) => method === 'POST' && (body as IDataObject).email === failing,
		});
		const items = ['a@acme.com', failing, 'A@acme.com'].map((email) => ({ email }));
		const run = await upsert(
			sandbox(),
			// One at a time: the third item is left for the second try.
			{ matchValue: '={{ $json.email }}', options: { maxConcurrentRequests: 1 } },
			{ items, retryOnFail: true, maxTries: 2 },
		);
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['created', 'created', 'unchanged']);
		expect(people().map(({ email }) => email)).toEqual(['a@acme.com', failing]);
	});

	test('finds a person once whom the first has written twice', async () => {
		sandbox().settings.searchDelayMs = 60_000;
		const items = ['a@acme.com', 'A@acme.com', 'b@acme.com', 'a@acme.com '].map((email) => ({ email }));
		sandbox().failNext('unprocessable', {
			when: ({ method, body }) => method === 'POST' && (body as IDataObject).email === 'b@acme.com',
		});
		const run = await upsert(
			sandbox(),
			{ matchValue: '={{ $json.email }}', options: { maxConcurrentRequests: 1 } },
			{ items, retryOnFail: true, maxTries: 2 },
		);
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['created', 'unchanged', 'created', 'unchanged']);
		expect(new Set([0, 1, 3].map((item) => run.json[item]?.personId)).size).toBe(1);
	});

	test('sends an update again that was lost, for it does no harm twice', async () => {
		await upsert(sandbox());
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'PATCH' });
		const run = await upsert(sandbox(), { additionalFields: { domain: 'acme.com' } });
		expect(outcomes(run)).toEqual(['updated']);
		expect(people()).toMatchObject([{ email: 'ada@acme.com', domain: 'acme.com' }]);
	});
});
