/** *CRM deals to account log*, published, and called with deals. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Example } from './example';
import { deals } from './sampleDeals.json';

const FILE = 'crm-deals-to-account-log.json';

/** What the logs of all accounts hold of deals, with the domain of the account. */
function dealsIn({ store }: Sandbox): Array<{ domain: string; deal: object }> {
	return store.accounts.all().flatMap(({ accountId, domain }) => {
		const entries = store.accountLogs.of(accountId).all();
		const ofDeals = entries.filter(({ idempotencyKey }) => idempotencyKey?.startsWith('crm-deal-'));
		return ofDeals.map(({ payload: deal }) => ({ domain, deal }));
	});
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const workflow = await n8n.importExample(FILE);
	await n8n.client.publish(workflow);
	const call = async (body: object) => {
		const response = await n8n.post(workflow, body);
		const answer: unknown = await response.json();
		return { status: response.status, answer };
	};

	// One of them is there twice; the second call writes nothing new.
	const expected = new Map(deals.map((deal) => [deal.id, { domain: deal.company.domain, deal }]));
	const answer = { received: deals.length, entries: expected.size, notWritten: [] };
	expect(await call({ deals })).toEqual({ status: 200, answer });
	expect(await call({ deals })).toEqual({ status: 200, answer });
	expect(dealsIn(sandbox)).toHaveLength(expected.size);
	expect(dealsIn(sandbox)).toEqual(expect.arrayContaining([...expected.values()]));

	// The others are written where one is refused, and no call is lost in silence.
	const company = { name: 'Stark', domain: 'stark.example' };
	const deal = { id: 'D-2002', company };
	const refused = await call({ deals: [{ id: 'D-2001' }, deal, { name: 'Without an ID', company }] });
	const notWritten = [
		{ dealId: 'D-2001', error: 'Account ID, Domain and Account Name are all empty. Set one of them' },
		{ error: expect.stringMatching(/^Idempotency Key must not be empty/) as string },
	];
	expect(refused).toMatchObject({ status: 500, answer: { received: 3, entries: 1, notWritten } });
	expect(dealsIn(sandbox)).toContainEqual({ domain: company.domain, deal });
	for (const nothing of [{}, { deals: [] }])
		expect(await call(nothing)).toMatchObject({ status: 500, answer: { received: 0, entries: 0 } });
	await n8n.client.unpublish(workflow);
}

export const crmDeals: Example = { file: FILE, run };
