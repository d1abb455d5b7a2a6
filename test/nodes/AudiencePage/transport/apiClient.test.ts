/** Requests over HTTP, of each kind that the table of retries tells apart; attempt by attempt, see apiClient.attempts.test.ts. */
import type { INodeParameters } from 'n8n-workflow';

import { noFaults } from '../../../service/faults';
import type { FaultKind } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { useTimeLimits } from '../../../support/timeLimits';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox();
useVirtualTime();
const endTime = useTimeLimits();
afterEach(() => {
	sandbox().settings.faults = noFaults();
});

const WAYS = ['GET', 'PATCH', 'POST with a key', 'POST'] as const;
type Way = (typeof WAYS)[number];

/** Sends one request: its error, if it has one. */
async function send(way: Way): Promise<string | undefined> {
	const { accountId, accountLogId, personId } = firstIds(sandbox().store);
	const parameters: Record<Way, INodeParameters> = {
		GET: { resource: 'accountLog', operation: 'get', accountId, accountLogId },
		PATCH: {
			resource: 'person',
			operation: 'update',
			personId: byId(personId),
			updateFields: { name: 'Nathan' },
		},
		'POST with a key': { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
		POST: { resource: 'person', operation: 'create', name: 'Nathan' },
	};
	return (await runNode(sandbox(), parameters[way])).error?.message;
}

const UNKNOWN = 'The request may have succeeded: check whether the record exists';

test('A request carries the key, asks for JSON, and a GET has no body', async () => {
	await send('GET');
	const [request] = sandbox().requests;
	const headers = { 'x-api-key': sandbox().apiKey, accept: 'application/json' };
	expect(request).toMatchObject({ method: 'GET', rawBody: '', headers });
	expect(request?.headers).not.toHaveProperty('content-type');
});

describe('What may have been processed is retried where that is safe', () => {
	const FAULTS: FaultKind[] = [
		'badGateway',
		'resetBefore',
		'resetAfter',
		'cutShort',
		'html',
		'unavailableAfter',
	];

	test.each(FAULTS.flatMap((fault) => WAYS.slice(0, 3).map((way): [FaultKind, Way] => [fault, way])))(
		'%s: %s',
		async (fault, way) => {
			sandbox().failNext(fault);
			expect(await send(way)).toBeUndefined();
			const [first, second, ...others] = sandbox().requests;
			expect(first?.fault).toBe(fault);
			expect(second).toMatchObject({ url: first?.url, rawBody: first?.rawBody, fault: undefined });
			expect(others).toEqual([]);
		},
	);

	test.each(FAULTS)('%s: not a POST', async (fault) => {
		const before = sandbox().store.persons.size;
		sandbox().failNext(fault);
		expect(await send('POST')).toContain(UNKNOWN);
		expect(sandbox().requests).toHaveLength(1);
		expect(sandbox().store.persons.size).toBe(before + Number(sandbox().requests[0]?.applied));
	});

	test.each<FaultKind>(['silence', 'silenceAfter'])('no answer in time: %s', async (fault) => {
		const isHit = (request: { fault?: FaultKind }) => request.fault === fault;
		for (const method of ['GET', 'PATCH']) {
			sandbox().failNext(fault, { when: (request) => request.method === method });
		}
		for (const path of ['/v0/account_logs', '/v0/persons']) {
			sandbox().failNext(fault, { when: (request) => request.path === path });
		}
		const sending = WAYS.map(send);
		await until(() => sandbox().requests.filter(isHit).length === WAYS.length);
		endTime();

		const messages = await Promise.all(sending);
		expect(messages).toEqual([undefined, undefined, undefined, expect.stringContaining(UNKNOWN)]);
		expect(messages[3]).toContain('the request timed out');
		expect(sandbox().requests.filter(({ path }) => path === '/v0/persons')).toHaveLength(1);
	});
});
