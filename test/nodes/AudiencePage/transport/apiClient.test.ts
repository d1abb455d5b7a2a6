/** Requests over HTTP, of each kind that is retried differently; attempt by attempt, see apiClient.attempts.test.ts. */
import type { INodeParameters } from 'n8n-workflow';

import { noFaults } from '../../../service/faults';
import type { FaultKind } from '../../../service/sandbox';
import { byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { until, useSandbox } from '../../../support/services';
import { useTimeLimits } from '../../../support/timeLimits';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox();
useVirtualTime();
const endTime = useTimeLimits();
afterEach(() => {
	sandbox().settings.faults = noFaults();
});

const WAYS = ['GET', 'PATCH', 'POST with a key', 'POST'] as const;
const UNKNOWN = 'The request may have succeeded: check whether the record exists';

/** Sends one request: its error, if it has one. */
async function send(way: (typeof WAYS)[number]): Promise<string | undefined> {
	const { accountId, accountLogId, personId } = firstIds(sandbox().store);
	const parameters: Record<typeof way, INodeParameters> = {
		GET: { resource: 'accountLog', operation: 'get', accountId, accountLogId },
		PATCH: {
			resource: 'person',
			operation: 'update',
			personId: byId(personId),
			updateFields: { name: 'Nat' },
		},
		'POST with a key': { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
		POST: { resource: 'person', operation: 'create', name: 'Nathan' },
	};
	return (await runNode(sandbox(), parameters[way])).error?.message;
}

test('A request carries the key, asks for JSON, and a GET has no body', async () => {
	await send('GET');
	const headers = { 'x-api-key': sandbox().apiKey, accept: 'application/json' };
	expect(sandbox().requests[0]).toMatchObject({ method: 'GET', rawBody: '', headers });
	expect(sandbox().requests[0]?.headers).not.toHaveProperty('content-type');
});

const FAULTS: FaultKind[] = [
	'badGateway',
	'resetBefore',
	'resetAfter',
	'cutShort',
	'html',
	'unavailableAfter',
];

test.each<FaultKind>([...FAULTS, 'silence', 'silenceAfter'])(
	'What may have been processed is sent again, as it was, where that is safe: %s',
	async (fault) => {
		const before = sandbox().store.persons.size;
		const requests = [/^GET/, /^PATCH/, /account_logs$/, /^POST .*persons$/];
		for (const pattern of requests)
			sandbox().failNext(fault, { when: ({ method, path }) => pattern.test(`${method} ${path}`) });
		const sending = WAYS.map(send);
		if (fault.startsWith('silence')) {
			await until(() => sandbox().requests.filter((request) => request.fault === fault).length === 4);
			endTime();
		}
		const messages = await Promise.all(sending);
		expect(messages).toEqual([undefined, undefined, undefined, expect.stringContaining(UNKNOWN)]);

		const sent = requests.map((pattern) =>
			sandbox().requests.filter(({ method, path }) => pattern.test(`${method} ${path}`)),
		);
		const faults = sent.map((same) => same.map((request) => request.fault));
		expect(faults).toEqual([...Array<unknown>(3).fill([fault, undefined]), [fault]]);
		for (const [first, second] of sent.slice(0, 3))
			expect(second).toMatchObject({ url: first?.url, rawBody: first?.rawBody });
		expect(sandbox().store.persons.size).toBe(before + Number(sent[3]?.[0]?.applied));
	},
);
