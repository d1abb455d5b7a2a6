/** Create or Update where a creation is lost or refused: the person is looked for. That nobody is there twice, see worlds. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { RecordedRequest } from '../../../../service/sandbox';
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
	jest
		.mocked(waiting.delay)
		.mock.calls.map(([milliseconds]) => milliseconds)
		.filter((milliseconds) => milliseconds > 0);

test.each<[string, INodeParameters]>([
	['search', {}],
	['whole list, which is read again', { matchOn: 'phoneNumber', matchValue: '+4930123456' }],
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
	const by = { matchOn: 'phoneNumber', matchValue: '+4930123456' };
	const run = await upsert(sandbox(), by, { items: [{}, {}], onError: 'continueRegularOutput' });
	expect(outcomes(run)).toEqual([undefined, 'unchanged']);
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
			{
				items: ['Between', 'Before'].map((name) => ({ name })),
				retryOnFail: true,
				maxTries: 2,
			},
		);
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['updated', 'updated']);
		expect(people()).toMatchObject([{ name: 'Before' }]);
	},
);

describe('A second attempt, whose search does not see anybody yet', () => {
	beforeEach(() => void (sandbox().settings.searchDelayMs = Infinity));
	const retry = { retryOnFail: true, maxTries: 2 };

	test('does not send a lost creation again, for no item', async () => {
		sandbox().failNext('resetAfter', { when: isCreate });
		const { error } = await upsert(sandbox(), {}, { items: [{}, {}], ...retry });
		expect(error?.message).toMatch(/may belong to a person/);
		expect(people()).toHaveLength(1);
	});

	test('finds whom the first attempt has created', async () => {
		const failing = 'b@acme.com';
		sandbox().failNext('unprocessable', {
			when: ({ method, body }) => method === 'POST' && (body as IDataObject).email === failing,
		});
		const items = ['a@acme.com', failing, 'A@acme.com'].map((email) => ({ email }));
		const run = await upsert(
			sandbox(),
			// One at a time: the third item is left for the second attempt.
			{ matchValue: '={{ $json.email }}', options: { maxConcurrentRequests: 1 } },
			{ items, ...retry },
		);
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['created', 'created', 'unchanged']);
		expect(people().map(({ email }) => email)).toEqual(['a@acme.com', failing]);
	});
});
