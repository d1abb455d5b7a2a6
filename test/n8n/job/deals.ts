/** *CRM deals to account log*, sent deals as a CRM sends them, and what is then in the account logs. */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { deals as sampleDeals } from './sampleDeals.json';

export const DEALS_FILE = 'crm-deals-to-account-log.json';

export type Deal = (typeof sampleDeals)[number];

/** A deal in the log of an account. */
export interface WrittenDeal {
	domain: string;
	deal: Deal;
}

/** What the logs of all accounts hold of deals. */
export function dealsIn({ store }: Sandbox): WrittenDeal[] {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ idempotencyKey }) => idempotencyKey?.startsWith('crm-deal-'));
		return ofDeals.map(({ payload }) => ({ domain, deal: payload as Deal }));
	});
}

/**
 * Sends the sample deals to the published workflow twice. One of them is there twice in each call.
 *
 * @returns what differs from each deal in the log of its account, once: a sentence each
 */
export async function sendDealsTwice(
	n8n: RealN8n,
	sandbox: Sandbox,
	workflow: StoredWorkflow,
): Promise<string[]> {
	const sent = new Map(sampleDeals.map((deal) => [deal.id, deal]));
	const faults: string[] = [];
	for (const call of ['first', 'second']) {
		const response = await n8n.post(workflow, { deals: sampleDeals });
		const answer = await response.text();
		const expected = { received: sampleDeals.length, entries: sent.size, notWritten: [] };
		if (response.status === 200 && isDeepStrictEqual(parsed(answer), expected)) continue;
		faults.push(`The workflow answered the ${call} call with ${response.status}: ${answer}`);
	}
	return [...faults, ...faultsOf(dealsIn(sandbox), sent)];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function faultsOf(written: WrittenDeal[], sent: Map<string, Deal>): string[] {
	const faults = [...sent.values()].flatMap((deal) => {
		const { id, company } = deal;
		const entries = written.filter((one) => one.deal.id === id);
		const [entry] = entries;
		if (entry === undefined) return [`Deal ${id} is missing in the log of ${company.domain}`];
		if (entries.length > 1) return [`Deal ${id} is written ${entries.length} times, not once`];
		if (entry.domain !== company.domain)
			return [`Deal ${id} is in the log of ${entry.domain}, not of ${company.domain}`];
		return isDeepStrictEqual(entry.deal, deal)
			? []
			: [`Deal ${id} is written as ${JSON.stringify(entry.deal)}`];
	});
	const others = written.filter(({ deal }) => !sent.has(deal.id));
	return [...faults, ...others.map(({ deal }) => `Deal ${deal.id} is written, and was not sent`)];
}
