import type { IDataObject } from 'n8n-workflow';

import * as delayModule from '../../../../nodes/AudiencePage/transport/delay';
import { noFaults } from '../../../service/faults/settings';
import type { FaultKind } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { useVirtualTime } from '../../../support/virtualTime';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import { useTimeLimits } from '../../../support/timeLimits';
import { applied, sender, WAYS } from './ways';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => {
	sandbox().settings.faults = noFaults();
});

const send = sender(sandbox);
const endTime = useTimeLimits();

const UNKNOWN = 'The service may have done it all the same';

describe('What was not processed is retried, whatever it is', () => {
	test.each(WAYS)('429: %s', async (way) => {
		sandbox().failNext('tooManyRequests');
		const { error } = await send(way);
		expect(error).toBeUndefined();
		expect(sandbox().requests.map(({ status }) => status)).toEqual([429, expect.any(Number)]);
		expect(applied(sandbox().requests)).toBe(1);
	});

	test.each(WAYS)('429 without Retry-After: %s', async (way) => {
		sandbox().settings.faults.rateLimit = { perSecond: 1, burst: 100, retryAfter: 'none' };
		sandbox().failNext('tooManyRequests');
		const { error } = await send(way);
		expect(error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(2);
	});

	test.each(WAYS)('a connection that is refused: %s', async (way) => {
		const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
		const { error } = await send(way, down, { maxRetries: 2 });
		expect(error?.message).toMatch(/^The Audience Page service cannot be reached: nothing answers/);
		// The limiter delays by 0 ms too.
		const waits = jest.mocked(delayModule.delay).mock.calls.filter(([milliseconds]) => milliseconds > 0);
		expect(waits).toHaveLength(2);
	});
});

describe('What may have been processed is retried where that is safe', () => {
	const FAULTS: FaultKind[] = [
		'badGateway',
		'unavailable',
		'gatewayTimeout',
		'resetBefore',
		'resetAfter',
		'cutShort',
		'html',
		'unavailableAfter',
	];
	const rows = FAULTS.flatMap((fault) => WAYS.map((way) => ({ fault, way })));

	test.each(rows.filter(({ way }) => way !== 'POST'))('$fault: $way', async ({ fault, way }) => {
		sandbox().failNext(fault);
		const { error } = await send(way);
		expect(error).toBeUndefined();
		const [first, second, ...others] = sandbox().requests;
		expect(first?.fault).toBe(fault);
		expect(second).toMatchObject({ url: first?.url, rawBody: first?.rawBody, fault: undefined });
		expect(others).toEqual([]);
	});

	test.each(rows.filter(({ way }) => way === 'POST'))('$fault: not a $way', async ({ fault, way }) => {
		const before = sandbox().store.persons.size;
		sandbox().failNext(fault);
		const { error } = await send(way);
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.description).toContain('Look whether the record is there');
		expect(sandbox().requests).toHaveLength(1);
		expect(sandbox().store.persons.size).toBe(before + applied(sandbox().requests));
	});

	test.each<FaultKind>(['silence', 'silenceAfter'])('no answer in time: %s', async (fault) => {
		for (const { method } of [{ method: 'GET' }, { method: 'PATCH' }]) {
			sandbox().failNext(fault, { when: (request) => request.method === method });
		}
		for (const path of ['/v0/account_logs', '/v0/persons']) {
			sandbox().failNext(fault, { when: (request) => request.path === path });
		}
		const sending = WAYS.map((way) => send(way));
		await until(() => sandbox().requests.filter((request) => request.fault === fault).length === WAYS.length);
		endTime();
		const ended = await Promise.all(sending);

		const messages = ended.map(({ error }) => error?.message);
		expect(messages).toEqual([undefined, undefined, undefined, expect.stringContaining(UNKNOWN)]);
		expect(messages[3]).toContain('the answer took too long');
		expect(sandbox().requests.filter((request) => request.fault === fault)).toHaveLength(4);
		expect(sandbox().requests.filter(({ path }) => path === '/v0/persons')).toHaveLength(1);
	});

	test('the key is the same at each attempt, and the service keeps one entry', async () => {
		const entries = () => sandbox().store.firstEntries.size;
		const before = entries();
		for (const fault of ['resetAfter', 'cutShort', 'unavailableAfter'] as const) sandbox().failNext(fault);
		await send('POST with a key');
		const keys = sandbox().requests.map(({ body }) => (body as IDataObject).idempotencyKey);
		expect(keys).toHaveLength(4);
		expect(new Set(keys).size).toBe(1);
		expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(entries()).toBe(before + 1);
	});
});

describe('An entry with a key whose last attempt fails', () => {
	const LOST: FaultKind[][] = [
		['resetAfter', 'resetAfter'],
		['resetAfter', 'internalError'],
		['internalError', 'internalError'],
	];

	test.each(LOST.map((faults) => ({ faults })))('$faults: may be written', async ({ faults }) => {
		for (const fault of faults) sandbox().failNext(fault);
		const { error } = await send('POST with a key', sandbox(), { maxRetries: 1 });
		expect(sandbox().requests).toHaveLength(faults.length);
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.description).toContain('sends the same idempotency key');
	});
});

describe('What is refused is not retried', () => {
	const STATUSES = [301, 307, 400, 401, 403, 404, 409, 410, 422, 501, 505];

	test.each(STATUSES.flatMap((status) => WAYS.map((way) => ({ status, way }))))(
		'$status: $way',
		async ({ status, way }) => {
			const answer: Answer = { status, body: { message: 'As the service says' } };
			await withAnswers([answer], async (service) => {
				const { error } = await send(way, service);
				expect(error).toMatchObject({ message: 'As the service says', httpCode: String(status) });
				expect(service.requests).toHaveLength(1);
			});
		},
	);
});

describe('Max Retries', () => {
	test.each([0, 1, 5])('%i', async (maxRetries) => {
		sandbox().settings.faults.chances = { badGateway: 1 };
		const { error } = await send('PATCH', sandbox(), { maxRetries });
		expect(error).toMatchObject({ message: 'The sandbox was told to fail', httpCode: '502' });
		expect(sandbox().requests).toHaveLength(maxRetries + 1);
	});

	test('is 5 by default', async () => {
		sandbox().settings.faults.chances = { badGateway: 1 };
		await send('PATCH');
		expect(sandbox().requests).toHaveLength(6);
	});
});

describe('Retry-After', () => {
	const fine: Answer = { body: {} };
	const limited = (retryAfter: string, status = 429): Answer => ({
		status,
		// A web server would send the date of the real clock, and that of the tests stands still.
		headers: { 'retry-after': retryAfter, date: new Date().toUTCString() },
	});

	test('is kept, in seconds and as a date, after 429 and 503', async () => {
		const took = async (answer: Answer) => {
			const began = Date.now();
			await withAnswers([answer, fine], async (service) => {
				expect((await send('GET', service)).error).toBeUndefined();
				expect(service.requests).toHaveLength(2);
			});
			return Date.now() - began;
		};
		const date = new Date(Date.now() + 2000).toUTCString();
		const times = await Promise.all([took(limited('1')), took(limited('1', 503)), took(limited(date))]);
		expect(Math.min(...times)).toBeGreaterThan(900);
	});
});
