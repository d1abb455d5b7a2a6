import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ItemContents } from '../../../../nodes/AudiencePage/execution/itemContents';
import {
	outcomeOfError,
	RetryState,
	type ItemOutcome,
} from '../../../../nodes/AudiencePage/execution/retryState';
import { tenantOf as tenantOfContext } from '../../../../nodes/AudiencePage/execution/tenant';
import {
	CONFLICT,
	LOST as LOST_RESPONSE,
	outcome,
	POST,
	useClock,
	WITH_KEY,
	type Result,
} from '../transport/attempts';
import { contextWith, CREDENTIAL_A } from './keptContext';

const request = (n: number): IHttpRequestOptions => ({ method: 'POST', url: '/v0/persons', body: { n } });
const records = (n: number) => ({ records: [{ n }] });
const LOST = { unknown: 'The connection was cut' };

const SERVICE_B = { ...CREDENTIAL_A, baseUrl: 'https://eu.example.com' };
const KEY_B = { ...CREDENTIAL_A, apiKey: 'key-b' };
const KEY_C = { ...CREDENTIAL_A, apiKey: 'key-c' };

const tenantOf = async (credential = CREDENTIAL_A) => (await tenantOfContext(contextWith({ credential }))).id;
let A = '';
let B = '';
beforeAll(async () => {
	A = await tenantOf();
	B = await tenantOf(KEY_B);
});

type Circumstances = NonNullable<Parameters<typeof contextWith>[0]>;
type Credential = Circumstances['credential'];

describe('A run of a workflow', () => {
	const attempt = (kept: IDataObject, items = 3, other: Circumstances = {}) =>
		new RetryState(contextWith({ executionId: 'e1', kept, ...other }), contentsOf(items));

	/** The content of items, of which the first `changed` are others than usual. */
	const contentsOf = (items: number, changed = 0) =>
		new ItemContents(
			Array.from({ length: items }, (_, row) => ({ json: { row, isChanged: row < changed } })),
		);

	/** A try that has begun, whose items have these credentials. */
	async function begun(
		kept: IDataObject,
		{ items = 3, isIdempotent = true, credentials = [] as Credential[], ...other } = {} as Circumstances & {
			items?: number;
			isIdempotent?: boolean;
			credentials?: Credential[];
		},
	): Promise<RetryState> {
		const begins = attempt(kept, items, other);
		await begins.load(isIdempotent, (item) => contextWith({ credential: credentials[item] }));
		return begins;
	}

	/** What a run leaves that has written item 0 and lost the answer for item 1, as n8n stores it. */
	async function failed(run = 0, credentials: Credential[] = []): Promise<IDataObject> {
		const kept: IDataObject = {};
		const first = attempt(kept, 3, { run });
		const [a, b] = await Promise.all(
			[0, 1].map(async (item) => await first.tenantIdOf(contextWith({ credential: credentials[item] }))),
		);
		first.record(0, request(0), records(0), a);
		first.record(1, request(1), LOST, b);
		first.save(true);
		return JSON.parse(JSON.stringify(kept)) as IDataObject;
	}

	const known = (one: RetryState) => [0, 1, 2].map((item) => one.outcomeOfItem(item));
	const EARLIER = /^(\d) of 3 items were written by a previous attempt/;

	test('knows what an earlier try has written and lost, and by another execution too', async () => {
		for (const executionId of ['e1', 'e2']) {
			const second = await begun(await failed(), { executionId, isIdempotent: false });
			expect(known(second)).toMatchObject([{ ...records(0), tenant: A }, { ...LOST, tenant: A }, undefined]);
			expect(second.outcomeOfToolCall(request(0))).toBeUndefined();
		}
	});

	test('finds what an earlier try has written of a tenant, and what it has sent and may have written', async () => {
		const kept: IDataObject = {};
		const first = attempt(kept, 4);
		const nothing = { written: [], unknown: [] };
		expect(await first.previousAttempt('a')).toEqual(nothing);
		first.record(0, request(0), { records: [{ n: 0 }, { n: 1 }] }, 'a');
		first.record(1, request(1), LOST, 'a');
		first.record(2, request(2), { ...LOST, sent: { n: 2 } }, 'a');
		first.record(3, request(3), { records: [{ n: 3 }] }, 'b');
		first.save(true);
		const second = attempt(kept, 4);
		expect(await second.previousAttempt('a')).toEqual({
			written: [{ n: 0 }, { n: 1 }],
			unknown: [{ n: 2 }],
		});
		expect(await second.previousAttempt('b')).toEqual({ written: [{ n: 3 }], unknown: [] });
		expect(await attempt(kept, 4, { run: 1 }).previousAttempt('a')).toEqual(nothing);
	});

	test('of a person whom two items have written, gives the newest state last', async () => {
		const kept: IDataObject = {};
		const first = attempt(kept);
		first.record(0, request(0), records(0), 'a');
		first.record(1, request(1), { ...records(1), isOutdated: true }, 'a');
		first.save(true);
		expect((await attempt(kept).previousAttempt('a')).written).toEqual([{ n: 1 }, { n: 0 }]);
	});

	test('a third try knows what both have written', async () => {
		const kept = await failed();
		const second = await begun(kept);
		second.record(2, request(2), records(2), A);
		second.save(true);
		expect(known(await begun(kept))).toMatchObject([records(0), LOST, records(2)]);
	});

	test('with other parameters ends where it could write twice, and begins anew elsewhere', async () => {
		const other = { parameters: { resource: 'accountLog', operation: 'create', domain: 'acme.example' } };
		const kept = await failed();
		await expect(begun(kept, { ...other, isIdempotent: false })).rejects.toMatchObject({
			message: expect.stringMatching(EARLIER) as string,
			description: expect.stringContaining('Nothing was sent') as string,
			context: { itemIndex: 0 },
		});
		const second = await begun(kept, other);
		expect(known(second)).toEqual([undefined, undefined, undefined]);
		expect((await second.previousAttempt(A)).written).toEqual([{ n: 0 }]);
	});

	test.each<[string, Credential[], Credential[], string]>([
		['another service', [], [SERVICE_B, SERVICE_B, SERVICE_B], '__-'],
		['another service for the first', [], [SERVICE_B], '_1-'],
		['another service for the second', [], [CREDENTIAL_A, SERVICE_B], '0_-'],
		['another service for what was not written', [], [CREDENTIAL_A, CREDENTIAL_A, SERVICE_B], '01-'],
		['another key for the second', [], [CREDENTIAL_A, KEY_B], '0_-'],
		['another key for all but the last', [], [KEY_B, KEY_B], '__-'],
		['another key for one of two tenants', [CREDENTIAL_A, KEY_B], [CREDENTIAL_A, KEY_C], '0_-'],
		['one key where there were two', [CREDENTIAL_A, KEY_B], [KEY_B, KEY_B, KEY_B], '_1-'],
		['a new key for all', [], [KEY_B, KEY_B, KEY_B], '01-'],
		['a credential that cannot be read', [], [false], '_1-'],
		['the same, typed otherwise', [], [{ baseUrl: ' HTTPS://api.example.com/v0', apiKey: 'key-a ' }], '01-'],
	])('with %s knows what was written at the same tenant', async (_what, before, now, expected) => {
		const kept = await failed(0, before);
		const second = await begun(structuredClone(kept), { credentials: now });
		const names = known(second).map((outcome, item) => (item === 2 ? '-' : outcome ? String(item) : '_'));
		expect(names.join('')).toBe(expected);

		const others = expected.split('_').length - 1;
		const creations = begun(kept, { credentials: now, isIdempotent: false });
		const came = await creations.then(
			() => 'sent',
			({ message }: Error) => message,
		);
		expect(came).toMatch(others === 0 ? /^sent$/ : new RegExp(`^${others} of 3 items were written`));
		expect(kept).toHaveProperty('failed');
	});

	test('with a new key finds the people of an earlier try, and they are those of the new key from then on', async () => {
		const kept = await failed();
		const second = await begun(kept, { credentials: [KEY_B, KEY_B, KEY_B] });
		expect((await second.previousAttempt(B)).written).toEqual([{ n: 0 }]);
		second.save(true);
		const third = await begun(kept, { credentials: [KEY_B, KEY_B, KEY_C] });
		expect(known(third)).toMatchObject([records(0), LOST, undefined]);
	});

	test('with another operation ends, whatever that would write', async () => {
		const other = { parameters: { resource: 'person', operation: 'upsert' } };
		await expect(begun(await failed(), other)).rejects.toThrow(EARLIER);
	});

	test('another run knows nothing of it', async () => {
		const next = await begun(await failed(), { run: 1, isIdempotent: false });
		expect(next.outcomeOfItem(0)).toBeUndefined();
	});

	test('an item that is no longer there is named by the last that is', async () => {
		const kept: IDataObject = {};
		const first = attempt(kept);
		first.record(2, request(2), records(2), A);
		first.save(true);
		const second = begun(kept, { items: 1, isIdempotent: false });
		await expect(second).rejects.toMatchObject({ context: { itemIndex: 0 } });
	});

	test('with another item in its place knows nothing of it', async () => {
		const changed = async (isIdempotent: boolean) => {
			const second = new RetryState(
				contextWith({ executionId: 'e1', kept: await failed() }),
				contentsOf(3, 1),
			);
			await second.load(isIdempotent, () => contextWith({}));
			return second;
		};
		expect(known(await changed(true))).toMatchObject([undefined, LOST, undefined]);
		await expect(changed(false)).rejects.toThrow('1 of 3 items were written by a previous attempt');
	});

	test('with another number of items nobody knows which is which', async () => {
		await expect(begun(await failed(), { items: 4, isIdempotent: false })).rejects.toThrow(EARLIER);
		const next = await begun(await failed(), { items: 4, isIdempotent: true });
		expect(next.outcomeOfItem(0)).toBeUndefined();
	});

	test.each<[string, () => Promise<IDataObject> | IDataObject, number]>([
		['there is no earlier try', () => ({}), 0],
		['the earlier try has left nothing', () => ({ failed: { run: 0, items: 3, outcomes: {} } }), 0],
		['there is something to compare with', failed, 3],
	])('reads credentials ahead only if there is something to compare with: %s', async (_what, left, reads) => {
		const contextOf = jest.fn(() => contextWith({}));
		await attempt(await left()).load(true, contextOf);
		expect(contextOf).toHaveBeenCalledTimes(reads);
	});

	test('a run that ends well leaves nothing', async () => {
		const kept = await failed();
		attempt(kept).save(false);
		expect(kept).not.toHaveProperty('failed');
	});

	test('a later run that fails takes the place of the earlier', async () => {
		const kept = await failed();
		attempt(kept, 3, { run: 1 }).save(true);
		expect((await begun(kept, { run: 1 })).outcomeOfItem(0)).toBeUndefined();
	});
});

describe('A call', () => {
	const attempt = (kept: IDataObject, run = 0, looksFirst = false) =>
		new RetryState(contextWith({ kept, run, isTool: true }), new ItemContents([{ json: {} }]), looksFirst);

	/** What a call leaves that ended so. */
	function after(outcome: ItemOutcome): IDataObject {
		const kept: IDataObject = {};
		const call = attempt(kept);
		call.record(0, request(1), outcome, 'a');
		call.save(true);
		return kept;
	}

	test('remembers what it sent and lost, whatever its run index', async () => {
		const second = attempt(after(LOST), 1);
		expect(second.outcomeOfToolCall(request(1), 'a')).toEqual({
			unknown: `Not sent again, because an earlier call may have written it. Check whether the record exists; if it does not, write it in another execution. The earlier error: ${LOST.unknown}`,
		});
		expect(second.outcomeOfToolCall(request(2), 'a')).toBeUndefined();
		expect(second.outcomeOfToolCall(request(1), 'b')).toBeUndefined();
		expect(second.outcomeOfItem(0)).toBeUndefined();
	});

	test('is made again where it looks first, and knows what was sent', async () => {
		const second = attempt(after({ ...LOST, sent: { email: 'ada@acme.com' } }), 1, true);
		expect(second.outcomeOfToolCall(request(1), 'a')).toBeUndefined();
		expect(await second.previousAttempt('a')).toEqual({ written: [], unknown: [{ email: 'ada@acme.com' }] });
	});

	test('forgets what it lost when the same call once more is done', () => {
		const kept = after({ mayBeWritten: true });
		const second = attempt(kept);
		expect(second.outcomeOfToolCall(request(1), 'a')).toMatchObject({ mayBeWritten: true });
		second.record(0, request(1), records(1), 'a');
		second.save(true);
		expect(kept).not.toHaveProperty('failed');
	});

	test('that ended well is no earlier try of the same call once more', () => {
		expect(attempt(after(records(1))).outcomeOfToolCall(request(1), 'a')).toBeUndefined();
	});

	test('takes nothing from another at the same time', () => {
		const kept: IDataObject = {};
		const calls = [attempt(kept), attempt(kept)];
		calls.forEach((call, n) => call.record(0, request(n), LOST));
		calls.forEach((call) => call.save(true));
		const lost = { unknown: expect.stringContaining(LOST.unknown) as unknown };
		expect([0, 1].map((n) => attempt(kept).outcomeOfToolCall(request(n)))).toEqual([lost, lost]);
	});
});

describe('Of a write that failed, the next try knows', () => {
	useClock();

	const sent = { name: 'Ada' };
	test.each<[string, IHttpRequestOptions, Result[], unknown]>([
		['what may be written, and cannot be told', POST, [LOST_RESPONSE], { unknown: expect.any(String), sent }],
		['that it can be repeated, by its key', WITH_KEY, [LOST_RESPONSE], { mayBeWritten: true }],
		['the same where the key is in use', WITH_KEY, [LOST_RESPONSE, CONFLICT], { mayBeWritten: true }],
		['nothing where it was refused', POST, [CONFLICT], undefined],
	])('%s', async (_what, request, answers, expected) => {
		const { error } = await outcome(request, answers);
		expect(outcomeOfError(error!, request)).toEqual(expected);
	});
});
