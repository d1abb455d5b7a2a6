import { NodeApiError, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';
import {
	resultOfError,
	RetryState,
	type SavedResult,
} from '../../../../nodes/AudiencePage/execution/retryState';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { aNode } from '../../../support/node';
import { executionWith, type Circumstances as Run } from './keptContext';

const request = (n: number): IHttpRequestOptions => ({
	method: 'POST',
	url: '/v0/persons',
	body: { n },
});
const records = (n: number) => ({ records: [{ n }] });
const LOST = { unknown: 'The connection was cut', sent: { n: 1 } };
const NOTHING = { written: [], unknown: [] };
const CREATE = { resource: 'accountLog', operation: 'create' };

interface Circumstances extends Omit<Run, 'kept'> {
	rows?: string[];
	/** Those of the items: all the same one, if not given. */
	tenants?: string[];
	addsRecord?: boolean;
	looksFirst?: boolean;
}

function stateOf(kept: IDataObject, circumstances: Circumstances = {}): RetryState {
	const {
		rows = ['a', 'b', 'c'],
		addsRecord = false,
		looksFirst = false,
		...others
	} = circumstances;
	const jsons = rows.map((row) => ({ row }));
	const execution = executionWith({ executionId: 'e1', kept, jsons, ...others });
	return new RetryState(execution, { addsRecord, looksFirst });
}

/** An attempt that has begun. */
async function attempt(kept: IDataObject, circumstances: Circumstances = {}): Promise<RetryState> {
	const { tenants = [] } = circumstances;
	const state = stateOf(kept, circumstances);
	await state.load(async (item) => {
		if (tenants[item] === 'unreadable') throw new Error('The credential cannot be read');
		return await Promise.resolve(tenants[item] ?? 't');
	});
	return state;
}

/** What a run leaves that has written item 0 and lost the answer for item 1, as n8n stores it. */
async function failed(): Promise<IDataObject> {
	const kept: IDataObject = {};
	const first = await attempt(kept);
	first.record(0, request(0), records(0), 't');
	first.record(1, request(1), LOST, 't');
	await first.save(true);
	return JSON.parse(JSON.stringify(kept)) as IDataObject;
}

const known = (state: RetryState) => [0, 1, 2].map((item) => state.resultOfItem(item));

describe('The next attempt at a run', () => {
	test.each<[string, Circumstances]>([
		['with another ID', { executionId: 'e2' }],
		['with other items that were not sent', { rows: ['a', 'b', 'other'] }],
		['with other tenants of those', { tenants: ['t', 't', 'other'] }],
		['with other options of its requests', { parameters: { ...CREATE, options: { timeout: 1 } } }],
	])('knows what was written and lost: %s', async (_what, circumstances) => {
		const second = await attempt(await failed(), { addsRecord: true, ...circumstances });
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
	])(
		'with other settings knows nothing of any item, and ends if it creates: %s',
		async (_what, other) => {
			const kept = await failed();
			const update = await attempt(structuredClone(kept), other);
			expect(known(update)).toEqual([undefined, undefined, undefined]);
			expect(await update.previousAttempt('t')).toEqual(NOTHING);
			await expect(attempt(kept, { ...other, addsRecord: true })).rejects.toMatchObject({
				message: expect.stringMatching(
					/^2 of 3 items were written, or may have been, by a previous attempt/,
				) as string,
				description: expect.stringContaining('Nothing was sent') as string,
			});
			expect(known(await attempt(kept))).toMatchObject([records(0), LOST, undefined]);
		},
	);

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
		const doubtful = { mayBeWritten: true } as const;
		first.record(0, request(0), doubtful, 't');
		first.record(1, request(1), { ...records(1), changed: ['j', 'k'] }, 't');
		first.record(2, request(2), { ...records(2), changed: ['other'] }, 't');
		await first.save(true);
		const second = await attempt(kept);
		second.willSend(['k']);
		expect(known(second)).toMatchObject([doubtful, undefined, records(2)]);
		expect(await second.previousAttempt('t')).toEqual({
			written: [{ n: 1 }, { n: 2 }],
			unknown: [],
		});
		await second.save(true);
		expect(known(await attempt(kept))).toMatchObject([doubtful, undefined, records(2)]);
	});

	test('finds nothing in another run or after one that ends well, and all after one that writes nothing', async () => {
		const kept = await failed();
		expect(known(await attempt(kept, { run: 1, addsRecord: true }))).toEqual(
			Array(3).fill(undefined),
		);
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
		const unknown = expect.stringMatching(
			`^Not sent again, because .*: ${LOST.unknown}$`,
		) as string;
		expect(second.resultOfCall(request(1), 'a')).toMatchObject({ unknown });
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
		expect([0, 1].map((n) => call(kept).resultOfCall(request(n)))).toMatchObject([lost, lost]);
	});
});

const errorOf = (ErrorType: typeof NodeApiError) =>
	new ErrorType(aNode, {}, { message: LOST.unknown });
const KEY = { idempotencyKey: 'k' };
const AGAIN = { mayBeWritten: true, sent: KEY };

test.each<[string, Error, IDataObject, unknown]>([
	['may be written, and cannot be told', errorOf(UnknownOutcomeError), LOST.sent, LOST],
	['can be repeated, by its key', errorOf(RetryableOutcomeError), KEY, AGAIN],
	['can be repeated, without a key', errorOf(RetryableOutcomeError), {}, { mayBeWritten: true }],
	['was refused', errorOf(NodeApiError), KEY, undefined],
	['may be written as the run ends, with a key', new RequestAbortedError(true), KEY, AGAIN],
	['was not sent as the run ended', new RequestAbortedError(false), KEY, undefined],
	['may be written as the run ends, without a key', new RequestAbortedError(true), {}, undefined],
])('What the next attempt knows of a write that %s', (_what, error, body, expected) => {
	expect(resultOfError(error, { method: 'POST', url: '/', body })).toEqual(expected);
});
