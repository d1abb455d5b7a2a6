import type { IDataObject } from 'n8n-workflow';

import { noFaults } from '../../../service/faults/settings';
import type { FaultKind } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { useVirtualTime } from '../../../support/virtualTime';
import { useSandbox } from '../../../support/services';
import { useTimeLimits } from '../../../support/timeLimits';
import { applied, sender, WAYS } from './ways';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => {
	sandbox().settings.faults = noFaults();
});

const send = sender(sandbox);
const endTime = useTimeLimits();

const UNKNOWN = 'The request may have succeeded';

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
		expect(error?.message).toContain('check whether the record exists');
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
		expect(messages[3]).toContain('the request timed out');
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

test('Max Retries is 5 by default', async () => {
	sandbox().settings.faults.chances = { badGateway: 1 };
	await send('PATCH');
	expect(sandbox().requests).toHaveLength(6);
});
