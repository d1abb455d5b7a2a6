/** *CRM deals to account log*, published, and called with deals. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { DEALS_FILE, dealsIn, sendDealsTwice } from '../job/deals';
import type { Example } from './example';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const workflow = await n8n.importExample(DEALS_FILE);
	await n8n.client.publish(workflow);
	const call = async (body: object) => {
		const response = await n8n.post(workflow, body);
		const answer: unknown = await response.json();
		return { status: response.status, answer };
	};

	expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

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

export const crmDeals: Example = { file: DEALS_FILE, run };
