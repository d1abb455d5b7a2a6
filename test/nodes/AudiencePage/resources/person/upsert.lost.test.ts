/** Create or Update where a creation is lost or refused: the person is looked for. That nobody is there twice, see worlds. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { FaultKind, RecordedRequest } from '../../../../service/sandbox';
import { calls } from '../../../../support/sent';
import type { Answer } from '../../../../support/services';
import {
	addPerson,
	CREATE,
	outcomes,
	pageOf,
	SEARCH,
	update,
	upsert,
	upsertAt,
	useNobody,
	writes,
} from './people';

const { sandbox, people } = useNobody();
const isCreate = ({ method }: RecordedRequest) => method === 'POST';
const MAY_BE_DONE = 'The request may have succeeded';

/** Waits, in milliseconds. */
const waits = () =>
	jest.mocked(waiting.delay).mock.calls.flatMap(([milliseconds]) => (milliseconds > 0 ? [milliseconds] : []));

const BY_PHONE = { matchOn: 'phoneNumber', matchValue: '+4930123456' };

test.each<[string, INodeParameters]>([
	['search', {}],
	['whole list, which is read again', BY_PHONE],
])(
	'A person whose creation has lost its answer is found in the %s, and counts as created',
	async (_how, by) => {
		sandbox().failNext('resetAfter', { when: isCreate });
		const run = await upsert(sandbox(), by);
		expect(run.json).toEqual([{ ...people()[0], outcome: 'created' }]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH]);
		expect(people()).toHaveLength(1);
	},
);

describe('An answer that is lost, and nobody is there', () => {
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
});

test('A later item reads everyone again after a lost creation: the service may list the person by then', async () => {
	sandbox().failNext('resetAfter', { when: isCreate });
	sandbox().settings.onAnswer = ({ method }, answer) => {
		if (method === 'GET' && sandbox().requests.length <= 5) answer.body = { items: [], hasMore: false };
	};
	const run = await upsert(sandbox(), BY_PHONE, { items: [{}, {}], onError: 'continueRegularOutput' });
	expect(outcomes(run)).toEqual([undefined, 'unchanged']);
});

test('Only Empty Fields calls a person who was there unchanged, not created, after a lost answer', async () => {
	const found = { personId: 'p1', name: 'Ada King', email: 'ada@acme.com' };
	const answers = [pageOf([]), { status: 504 }, pageOf([found])];
	const { json } = await upsertAt(answers, { options: { overwrite: 'onlyEmpty' } });
	expect(json).toMatchObject([{ outcome: 'unchanged', name: 'Ada King' }]);
});

describe('A creation that is refused', () => {
	const ofAda = { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'old.com' };
	const refusedWith = (status: number): Answer => ({ status, body: { message: 'They are there already' } });

	test('as a conflict: the person is looked for, and updated', async () => {
		const updated = { ...ofAda, domain: 'acme.com' };
		const answers = [pageOf([]), refusedWith(409), pageOf([ofAda]), { body: updated }];
		const { json, requests } = await upsertAt(answers, { additionalFields: { domain: 'acme.com' } });
		expect(json).toEqual([{ ...updated, outcome: 'updated' }]);
		expect(requests).toEqual([SEARCH, CREATE, SEARCH, update('p1')]);
	});

	test.each([
		['nobody is found', [], 'They are there already', 3],
		['several are found', [ofAda, { ...ofAda, personId: 'p2' }], 'matches 2 people (p1, p2)', 1],
	])('as a conflict, and %s: that is the error', async (_what, found, message, looks) => {
		const { error, requests } = await upsertAt([pageOf([]), refusedWith(409), pageOf(found)]);
		expect(error?.message).toContain(message);
		expect(requests).toEqual([SEARCH, CREATE, ...Array<string>(looks).fill(SEARCH)]);
	});

	test.each([400, 403, 422])('with %i: that is the error at once', async (status) => {
		const { error, requests } = await upsertAt([pageOf([]), refusedWith(status)]);
		expect(error?.message).toMatch(/^They are there already/);
		expect(requests).toEqual([SEARCH, CREATE]);
		expect(waits()).toEqual([]);
	});
});

test.each(['search', 'readAll'])(
	'After a lost update, what a later item wants is sent: by %s',
	async (findBy) => {
		addPerson(sandbox(), { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'old.com' });
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'PATCH' });
		const run = await upsert(
			sandbox(),
			{ additionalFields: { domain: '={{ $json.domain }}' }, options: { findBy, maxRetries: 0 } },
			{
				items: ['old.com', 'new.com', 'old.com'].map((domain) => ({ domain })),
				onError: 'continueRegularOutput',
			},
		);
		expect(outcomes(run)).toEqual(['unchanged', undefined, 'updated']);
		expect(people()).toMatchObject([{ personId: 'p1', domain: 'old.com' }]);
	},
);

test.each(['search', 'readAll'])(
	'A second attempt sends what differs from what the first has written, though the service shows an older state: %s',
	async (findBy) => {
		addPerson(sandbox(), { personId: 'p1', name: 'Before', email: 'ada@acme.com' });
		sandbox().settings.onAnswer = ({ method }, answer) => {
			const { items = [] } = answer.body as { items?: IDataObject[] };
			if (method === 'GET')
				answer.body = { ...(answer.body as object), items: items.map((one) => ({ ...one, name: 'Before' })) };
		};
		sandbox().failNext('unprocessable', {
			when: ({ method, body }) => method === 'PATCH' && (body as IDataObject).name === 'Before',
		});
		const run = await upsert(
			sandbox(),
			{ name: '={{ $json.name }}', options: { findBy, maxConcurrentRequests: 1 } },
			{ items: [{ name: 'Between' }, { name: 'Before' }], retryOnFail: true, maxTries: 2 },
		);
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['updated', 'updated']);
		expect(people()).toMatchObject([{ name: 'Before' }]);
	},
);

// No wait takes time: the bound is one of reads that follow each other.
test.each<[string, FaultKind, object]>([
	['refused for now', 'unavailable', { error: expect.stringContaining(MAY_BE_DONE) }],
	['done, and their answers lost', 'resetAfter', { outcome: 'created' }],
])(
	'20 creations that are %s: everyone is read for all of them at once',
	async (_how, fault, result) => {
		for (let n = 0; n < 4000; n++) addPerson(sandbox(), { name: `Person ${n}`, phoneNumber: `+4930${n}` });
		sandbox().failNext(fault, { times: 20, when: isCreate });
		const items = Array.from({ length: 20 }, (_, n) => ({ phone: `+4940${n}` }));
		const run = await upsert(
			sandbox(),
			{ matchOn: 'phoneNumber', matchValue: '={{ $json.phone }}', name: '={{ $json.phone }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(run.json).toEqual(items.map(() => expect.objectContaining(result) as object));
		expect(writes(sandbox())).toHaveLength(20);
		// Each creation is looked for three times; those that are lost together share what is read, in 40 pages.
		const reads = sandbox().requests.filter(({ url }) => url === '/v0/persons/search?limit=100');
		expect(reads.length).toBeLessThanOrEqual(10);
		expect(sandbox().requests.length).toBeLessThanOrEqual(10 * 40 + 20);
	},
	120_000,
);
