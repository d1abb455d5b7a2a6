/**
 * *Write CRM deals to the account log*, called as a CRM does, and what is then in the account logs.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

export const DEALS_FILE = 'crm-deals-to-account-log.json';

const SAMPLE_DEALS = (
	[
		['D-1001', 'Northwind', 'rollout', 'closed-won', 48000, 'EUR'],
		['D-1002', 'Globex', 'pilot', 'closed-won', 7500, 'EUR'],
		['D-1003', 'Initech', 'renewal', 'negotiation', 12250.5, 'USD'],
		['D-1004', 'Northwind', 'training', 'proposal', 3900, 'EUR'],
		['D-1005', 'Umbrella', 'expansion', 'closed-lost', 0, 'GBP'],
	] as const
).map(([id, company, what, stage, amount, currency]) => ({
	...{ id, name: `${company} ${what}`, stage, amount, currency },
	company: { name: company, domain: `${company.toLowerCase()}.example` },
}));

/** What is in the log of an account: the fields of *Map CRM fields*. */
interface WrittenDeal {
	dealId: string;
	dealName: string | null;
	stage: string;
	/** As it was sent, as a text: what is blank is no 0. */
	amount: string | null;
	currency: string | null;
	companyName: string;
	domain: string;
}

const writtenOf = ({
	id,
	name,
	company,
	amount,
	...deal
}: (typeof SAMPLE_DEALS)[number]): WrittenDeal => ({
	...{ dealId: id, dealName: name, amount: String(amount), ...deal },
	...{ companyName: company.name, domain: company.domain },
});

/** The deals in the logs of the accounts that have their domains. */
export function dealsIn({ store }: Sandbox): WrittenDeal[] {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ source, type }) => source === 'crm' && type === 'deal');
		const deals = ofDeals.map(({ payload }) => payload as unknown as WrittenDeal);
		return deals.filter((deal) => deal.domain === domain);
	});
}

/**
 * Sends each sample deal twice: what differs from each deal in the log of its account, once, a
 * sentence each.
 */
export async function sendDealsTwice(
	n8n: RealN8n,
	sandbox: Sandbox,
	workflow: StoredWorkflow,
): Promise<string[]> {
	const faults: string[] = [];
	for (const deal of [...SAMPLE_DEALS, ...SAMPLE_DEALS]) {
		const answer = await n8n.post(workflow, deal);
		if (!answer.ok) faults.push(`Deal ${deal.id} got the answer: ${await answer.text()}`);
	}
	const written = dealsIn(sandbox);
	for (const deal of SAMPLE_DEALS.map(writtenOf)) {
		const [entry, ...repetitions] = written.filter(({ dealId }) => dealId === deal.dealId);
		if (entry === undefined)
			faults.push(`Deal ${deal.dealId} is missing in the log of ${deal.domain}`);
		else if (repetitions.length > 0 || !isDeepStrictEqual(entry, deal))
			faults.push(`Deal ${deal.dealId} is not once and as it was sent in its account log`);
	}
	return faults;
}
