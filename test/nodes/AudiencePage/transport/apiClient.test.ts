/** Faults over HTTP; attempt by attempt, see apiClient.attempts.test.ts. */
import { noFaults } from '../../../service/faults';
import type { FaultKind } from '../../../service/sandbox';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => void (sandbox().settings.faults = noFaults()));

const ENTRY = { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' };
const PERSON = { resource: 'person', operation: 'create', name: 'Nathan' };

test.each<FaultKind>(['badGateway', 'resetBefore', 'resetAfter', 'cutShort', 'html', 'unavailableAfter'])(
	'What may have been processed is sent again, as it was, where a key makes that safe: %s',
	async (fault) => {
		const before = sandbox().store.persons.size;
		sandbox().failNext(fault);
		expect((await runNode(sandbox(), ENTRY)).error).toBeUndefined();
		const [first, second] = sandbox().requests;
		expect([first?.fault, second?.fault]).toEqual([fault, undefined]);
		expect(second).toMatchObject({ url: first?.url, rawBody: first?.rawBody });

		sandbox().failNext(fault);
		const { error } = await runNode(sandbox(), PERSON);
		expect(error?.message).toContain('The request may have succeeded: check whether the record exists');
		expect(sandbox().requests).toHaveLength(3);
		expect(sandbox().store.persons.size).toBe(before + Number(sandbox().requests[2]?.applied));
	},
);
