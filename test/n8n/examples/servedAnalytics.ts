/** What the sandbox has served to the examples. */
import type { Sandbox } from '../../service/sandbox';

/** A row, by column. */
export type Row = Record<string, unknown>;

/**
 * The rows that the analytics requests so far were answered with, each with the page and the period it was asked for.
 * Asks again for each: the sandbox's analytics depend on page and period alone.
 */
export async function servedAnalytics({ url, apiKey, requests }: Sandbox) {
	const served: Record<'summary' | 'audiences', Row[]> = { summary: [], audiences: [] };
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
