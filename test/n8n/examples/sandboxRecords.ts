/** The sandbox's side of the story: what it holds after a run of the examples, and what it has served. */
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { Row } from '../harness/spreadsheet';

export interface DealEntry {
	/** Of the account that the entry belongs to. */
	domain: string;
	entry: AccountLog;
}

/** The log entries of all accounts that carry a deal's idempotency key. */
export function dealEntries({ store }: Sandbox): DealEntry[] {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ idempotencyKey }) => idempotencyKey?.startsWith('crm-deal-'));
		return ofDeals.map((entry) => ({ domain, entry }));
	});
}

export interface ServedAnalytics {
	summary: Row[];
	audiences: Row[];
}

/**
 * The rows that the analytics requests so far were answered with, each with the page and the period it was asked for.
 * Asks again for each: the sandbox's analytics depend on page and period alone.
 */
export async function servedAnalytics({ url, apiKey, requests }: Sandbox): Promise<ServedAnalytics> {
	const served: ServedAnalytics = { summary: [], audiences: [] };
	const asked = requests.filter(({ path }) => path.includes('/analytics/'));
	for (const { path, url: pathAndQuery, query } of asked) {
		const answer = await fetch(url + pathAndQuery, { headers: { 'x-api-key': apiKey } });
		const body = (await answer.json()) as Row;
		const [, , , pageId, , report] = path.split('/');
		const rows = report === 'summary' ? [body] : (body.items as Row[]);
		const { startDate, endDate } = query;
		for (const row of rows) {
			served[report === 'summary' ? 'summary' : 'audiences'].push({ pageId, startDate, endDate, ...row });
		}
	}
	return served;
}

/** Rows in an order that does not depend on which request came first. */
export function inOrder(rows: Row[]): Row[] {
	const key = ({ pageId, audienceId }: Row) => `${String(pageId)} ${String(audienceId)}`;
	return [...rows].sort((a, b) => key(a).localeCompare(key(b)));
}
