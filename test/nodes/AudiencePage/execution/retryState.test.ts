import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	resultOfError,
	RetryState,
	type SavedResult,
} from '../../../../nodes/AudiencePage/execution/retryState';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import {
	CONFLICT,
	LOST as LOST_RESPONSE,
	outcome,
	POST,
	useClock,
	WITH_KEY,
	type Result,
} from '../transport/attempts';
import { executionWith } from './keptContext';

const request = (n: number): IHttpRequestOptions => ({ method: 'POST', url: '/v0/persons', body: { n } });
const records = (n: number) => ({ records: [{ n }] });
const LOST = { unknown: 'The connection was cut', sent: { n: 1 } };
const NOTHING = { written: [], unknown: [] };
const CREATE = { resource: 'accountLog', operation: 'create' };
const ROWS = ['a', 'b', 'c'];

interface Circumstances {
	rows?: string[];
	/** Those of the items: all the same one, if not given. */
	tenants?: string[];
	isIdempotent?: boolean;
	looksFirst?: boolean;
	run?: number;
	executionId?: string;
	isTool?: boolean;
	parameters?: { resource: string; operation: string; options?: IDataObject };
}

function stateOf(kept: IDataObject, circumstances: Circumstances = {}): RetryState {
	const { rows = ROWS, isIdempotent = true, looksFirst = false, parameters, ...others } = circumstances;
	const execution = executionWith({
		...{ executionId: 'e1', kept, jsons: rows.map((row) => ({ row })), ...others },
		...(parameters && { parameters: parameters as never }),
	});
	return new RetryState(execution, { isIdempotent, looksFirst });
}

/** An attempt that has begun. */
async function attempt(kept: IDataObject, circumstances: Circumstances = {}): Promise<RetryState> {
	const { tenants = [] } = circumstances;
	const state = stateOf(kept, circumstances);
	const unreadable = new Error('The credential cannot be read');
	await state.load(async (item) =>
		tenants[item] === 'unreadable' ? await Promise.reject(unreadable) : (tenants[item] ?? 't'),
	);
	return state;
}

/** What a run leaves that has written item 0 and lost the answer for item 1, as n8n stores it. */
async function failed(circumstances: Circumstances = {}): Promise<IDataObject> {
	const kept: IDataObject = {};
	const first = stateOf(kept, circumstances);
	first.record(0, request(0), records(0), 't');
	first.record(1, request(1), LOST, 't');
	await first.save(true);
	return JSON.parse(JSON.stringify(kept)) as IDataObject;
}

const known = (state: RetryState) => [0, 1, 2].map((item) => state.resultOfItem(item));

describe('The next attempt at a run', () => {
	test.each<[string, Circumstances]>([
		['the same', {}],
		['with another ID', { executionId: 'e2' }],
		['with other items that were not sent', { rows: ['a', 'b', 'other'] }],
		['with other tenants of those', { tenants: ['t', 't', 'other'] }],
		['with other options of its requests', { parameters: { ...CREATE, options: { timeout: 1 } } }],
	])('knows what was written and lost: %s', async (_what, circumstances) => {
		const second = await attempt(await failed(), { isIdempotent: false, ...circumstances });
		expect(known(second)).toMatchObject([records(0), LOST, undefined]);
		expect(second.resultOfCall(request(0))).toBeUndefined();
		expect(await second.previousAttempt('t')).toEqual({ written: [{ n: 0 }], unknown: [{ n: 1 }] });
		expect(await second.previousAttempt('other')).toEqual(NOTHING);
	});

	test.each<[string, Circumstances]>([
		['parameters', { parameters: { ...CREATE, options: { idempotencyKey: 'k' } } }],
		['fewer items', { rows: ['a', 'b'] }],
		['another item in the place of one', { rows: ['a', 'other', 'c'] }],
		['another tenant of one', { tenants: ['t', 'other', 't'] }],
		['a credential that cannot be read', { tenants: ['unreadable', 't', 't'] }],
	])('with other settings knows nothing of any item, and ends if it creates: %s', async (_what, other) => {
		const kept = await failed();
		const update = await attempt(structuredClone(kept), other);
		expect(known(update)).toEqual([undefined, undefined, undefined]);
		expect(await update.previousAttempt('t')).toEqual(NOTHING);
		await expect(attempt(kept, { ...other, isIdempotent: false })).rejects.toMatchObject({
			message: expect.stringMatching(/^2 of 3 items were written by a previous attempt with other/) as string,
			description: expect.stringContaining('Nothing was sent') as string,
		});
		expect(known(await attempt(kept, { isIdempotent: false }))).toMatchObject([records(0), LOST, undefined]);
	});

	test('with another operation ends, whatever that would write', async () => {
		const other = { parameters: { resource: 'person', operation: 'upsert' } };
		await expect(attempt(await failed(), other)).rejects.toThrow('2 of 3 items were written');
	});

	test('sends again what looks first for what it may have written', async () => {
		const second = await attempt(await failed(), { looksFirst: true });
		expect(known(second)).toMatchObject([records(0), { mayBeWritten: true }, undefined]);
	});

	test('sends an update again that follows one which is sent again, if need be in the attempt after it', async () => {
		const kept: IDataObject = {};
		const first = stateOf(kept);
		first.record(1, request(1), { ...records(1), changed: ['k'] }, 't');
		first.record(2, request(2), { ...records(2), changed: ['other'] }, 't');
		await first.save(true);
		const second = await attempt(kept);
		second.willSend(['k']);
		expect(known(second)).toMatchObject([undefined, undefined, records(2)]);
		expect((await second.previousAttempt('t')).written).toEqual([{ n: 1 }, { n: 2 }]);
		await second.save(true);
		expect(known(await attempt(kept))).toMatchObject([undefined, undefined, records(2)]);
	});

	test('is not another run', async () => {
		const next = await attempt(await failed(), { run: 1, isIdempotent: false });
		expect(known(next)).toEqual([undefined, undefined, undefined]);
	});

	test('finds nothing after a run that ends well, and all after one that fails without having written', async () => {
		const kept = await failed();
		const edited = await attempt(kept, { rows: ['other', 'b', 'c'] });
		await edited.save(true);
		const second = await attempt(kept);
		expect(known(second)).toMatchObject([records(0), LOST, undefined]);
		await second.save(false);
		expect(kept).not.toHaveProperty('failed');
	});
});

describe('A tool call', () => {
	const call = (kept: IDataObject, run = 0, looksFirst = false) =>
		stateOf(kept, { rows: ['a'], run, looksFirst, isTool: true });

	/** What a call leaves that ended so. */
	async function after(result: SavedResult): Promise<IDataObject> {
		const kept: IDataObject = {};
		const first = call(kept);
		first.record(0, request(1), result, 'a');
		await first.save(false);
		return kept;
	}

	test('remembers what it sent and lost, whatever its run index', async () => {
		const second = call(await after(LOST), 1);
		expect(second.resultOfCall(request(1), 'a')).toEqual({
			unknown: expect.stringMatching(`^Not sent again, because .*: ${LOST.unknown}$`) as string,
		});
		expect(second.resultOfCall(request(2), 'a')).toBeUndefined();
		expect(second.resultOfCall(request(1), 'b')).toBeUndefined();
		expect(second.resultOfItem(0)).toBeUndefined();
	});

	test('is made again where it looks first, and knows what was sent', async () => {
		const second = call(await after(LOST), 1, true);
		expect(second.resultOfCall(request(1), 'a')).toBeUndefined();
		expect(await second.previousAttempt('a')).toEqual({ written: [], unknown: [LOST.sent] });
	});

	test('forgets what it lost when the same call once more is done', async () => {
		const kept = await after({ mayBeWritten: true });
		const second = call(kept);
		expect(second.resultOfCall(request(1), 'a')).toMatchObject({ mayBeWritten: true });
		second.record(0, request(1), records(1), 'a');
		await second.save(true);
		expect(kept).not.toHaveProperty('failed');
	});

	test('takes nothing from another at the same time', async () => {
		const kept: IDataObject = {};
		const calls = [call(kept), call(kept)];
		calls.forEach((one, n) => one.record(0, request(n), LOST));
		for (const one of calls) await one.save(true);
		const lost = { unknown: expect.stringContaining(LOST.unknown) as unknown };
		expect([0, 1].map((n) => call(kept).resultOfCall(request(n)))).toEqual([lost, lost]);
	});
});

describe('Of a write that failed, the next attempt knows', () => {
	useClock();

	const sent = { name: 'Ada' };
	test.each<[string, IHttpRequestOptions, Result[], unknown]>([
		['what may be written, and cannot be told', POST, [LOST_RESPONSE], { unknown: expect.any(String), sent }],
		['that it can be repeated, by its key', WITH_KEY, [LOST_RESPONSE], { mayBeWritten: true }],
		['the same where the key is in use', WITH_KEY, [LOST_RESPONSE, CONFLICT], { mayBeWritten: true }],
		['nothing where it was refused', POST, [CONFLICT], undefined],
	])('%s', async (_what, one, answers, expected) => {
		const { error } = await outcome(one, answers);
		expect(resultOfError(error!, one)).toEqual(expected);
	});

	test.each<[IHttpRequestOptions, boolean, unknown]>([
		[WITH_KEY, true, { mayBeWritten: true }],
		[WITH_KEY, false, undefined],
		[POST, true, undefined],
	])('whether it may be written, if the run ended first: %#', (one, mayHaveSucceeded, expected) => {
		expect(resultOfError(new RequestAbortedError(mayHaveSucceeded), one)).toEqual(expected);
	});
});
