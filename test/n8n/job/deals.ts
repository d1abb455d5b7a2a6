/**
 * *CRM deals to account log*, sent deals as a CRM sends them, and what is then in the account logs.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

export const DEALS_FILE = 'crm-deals-to-account-log.json';

/** One of them is there twice. */
const SAMPLE_DEALS = (
	[
		['D-1001', 'Northwind', 'rollout', 'closed-won', 48000, 'EUR'],
		['D-1002', 'Globex', 'pilot', 'closed-won', 7500, 'EUR'],
		['D-1003', 'Initech', 'renewal', 'negotiation', 12250.5, 'USD'],
		['D-1004', 'Northwind', 'training', 'proposal', 3900, 'EUR'],
		['D-1001', 'Northwind', 'rollout', 'closed-won', 48000, 'EUR'],
		['D-1005', 'Umbrella', 'expansion', 'closed-lost', 0, 'GBP'],
	] as const
).map(([id, company, what, stage, amount, currency]) => ({
	...{ id, name: `${company} ${what}`, stage, amount, currency },
	company: { name: company, domain: `${company.toLowerCase()}.example` },
}));

interface WrittenDeal {
	domain: string;
	deal: Pick<(typeof SAMPLE_DEALS)[number], 'id' | 'stage' | 'amount' | 'currency'>;
}

export function dealsIn({ store }: Sandbox): WrittenDeal[] {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ idempotencyKey }) => idempotencyKey?.startsWith('crm-deal|'));
		return ofDeals.map(({ payload }) => ({ domain, deal: payload as WrittenDeal['deal'] }));
	});
}

/**
 * Sends the sample deals twice: what differs from each deal in the log of its account, once, a
 * sentence each.
 */
export async function sendDealsTwice(
	n8n: RealN8n,
	sandbox: Sandbox,
	workflow: StoredWorkflow,
): Promise<string[]> {
	const sent = new Map(SAMPLE_DEALS.map((deal) => [deal.id, deal]));
	const { length } = SAMPLE_DEALS;
	const expected = JSON.stringify({ received: length, inTheLog: length, refused: [] });
	const faults: string[] = [];
	for (const call of ['first', 'second']) {
		const answer = await (await n8n.post(workflow, { deals: SAMPLE_DEALS })).text();
		if (answer !== expected) faults.push(`The workflow answered the ${call} call: ${answer}`);
	}
	const written = dealsIn(sandbox);
	for (const deal of sent.values()) {
		const { domain } = deal.company;
		const [entry, ...others] = written.filter((one) => one.deal.id === deal.id);
		if (entry === undefined) faults.push(`Deal ${deal.id} is missing in the log of ${domain}`);
		else if (others.length > 0 || !isDeepStrictEqual(entry, { domain, deal }))
			faults.push(`Deal ${deal.id} is not once and as it was sent in the log of ${domain}`);
	}
	return faults;
}
