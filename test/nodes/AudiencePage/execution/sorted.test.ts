/** Input as a CRM exports it, sorted by account: as many accounts are under way at once as if it were mixed. */
import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { ApiClient } from '../../../../nodes/AudiencePage/transport/apiClient';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const ACCOUNTS = 10;
const EACH = 100;
const ENTRIES = {
	resource: 'accountLog',
	operation: 'create',
	domain: '={{ $json.domain }}',
	source: 'crm',
	payload: '{}',
};

test('Entries of ten accounts, sorted by account: all ten are sent to at once, each in the order of its items', async () => {
	const items = Array.from({ length: ACCOUNTS * EACH }, (_, n) => ({
		domain: `a${Math.floor(n / EACH)}.example`,
		n,
	}));
	const sent: string[] = [];
	/** The requests that wait for their answer. */
	let waiting: Array<() => void> = [];
	const send = vi.spyOn(ApiClient.prototype, 'send').mockImplementation(async (context, { body }) => {
		sent.push(
			`${(body as { domain: string }).domain} ${(context as IExecutePaginationFunctions).getItemIndex()}`,
		);
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			// No answer before all accounts are under way; were they not, the test would end by its time limit.
			if (waiting.length < ACCOUNTS && sent.length <= ACCOUNTS * (EACH - 1)) return;
			for (const answer of waiting) answer();
			waiting = [];
		});
		return {};
	});
	const { error, json } = await runNode(sandbox(), ENTRIES, { items });
	send.mockRestore();

	expect(error).toBeUndefined();
	expect(json).toHaveLength(items.length);
	for (let account = 0; account < ACCOUNTS; account++) {
		const domain = `a${account}.example`;
		const ofAccount = items.flatMap((item, n) => (item.domain === domain ? [`${domain} ${n}`] : []));
		expect(sent.filter((one) => one.startsWith(`${domain} `))).toEqual(ofAccount);
	}
});
