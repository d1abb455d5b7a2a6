/** *CRM deals to account log*, published, and called with sample deals. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Example } from './example';
import { deals } from './sampleDeals.json';

export const FILE = 'crm-deals-to-account-log.json';

/** What the logs of all accounts hold of deals, with the domain of the account. */
export function dealsIn({ store }: Sandbox): Array<{ domain: string; deal: object }> {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ idempotencyKey }) => idempotencyKey?.startsWith('crm-deal-'));
		return ofDeals.map(({ payload: deal }) => ({ domain, deal }));
	});
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const workflow = await n8n.importExample(FILE);
	await n8n.client.publish(workflow);
	// One of them is there twice; the second call writes nothing new.
	const expected = new Map(deals.map((deal) => [deal.id, { domain: deal.company.domain, deal }]));
	for (const call of [1, 2]) {
		const { status, body } = await n8n.callWebhook(workflow, { deals });
		expect([call, status]).toEqual([call, 200]);
		expect(JSON.parse(body)).toEqual({ received: deals.length, entries: expected.size, notWritten: [] });
		expect(dealsIn(sandbox)).toHaveLength(expected.size);
		expect(dealsIn(sandbox)).toEqual(expect.arrayContaining([...expected.values()]));
	}
}

export const crmDeals: Example = { file: FILE, run };
