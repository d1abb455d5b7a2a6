/** The main jobs, each a workflow that an AI client writes in n8n's language for them, makes and runs. */
import { DateTime } from 'luxon';
import type { Sandbox } from '../../service/sandbox';
import { jsonOf } from '../examples/example';
import { writesTo } from '../examples/writes';
import { payloadsOf } from '../harness/accountLog';
import type { Run } from '../harness/run';
import { NODE_TYPE, type InstanceMcp } from './InstanceMcp';

const DEALS = [
	{ id: 'D-1', stage: 'won', company: 'built.example' },
	{ id: 'D-2', stage: 'lost', company: 'built.example' },
];

const DEALS_TO_ACCOUNT_LOG = `
const received = trigger({
	type: 'n8n-nodes-base.webhook',
	version: 2,
	config: { name: 'Deals', parameters: { httpMethod: 'POST', path: 'built-deals' } },
});
const each = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Each deal', parameters: { fieldToSplitOut: 'body.deals' } },
});
const write = node({
	type: '${NODE_TYPE}',
	version: 1,
	config: {
		name: 'Write',
		parameters: {
			resource: 'accountLog',
			operation: 'create',
			domain: expr('{{ $json.company }}'),
			source: 'crm',
			type: 'deal',
			payload: expr('{{ $json }}'),
			options: { idempotencyKeyMode: 'custom', idempotencyKey: expr('{{ $json.id }}-{{ $json.stage }}') },
		},
	},
});
export default workflow('deals', 'Deals to account log').add(received).to(each).to(write);`;

const NEW_PERSON = { name: 'Ada Built', email: 'ada@built.example', phone: '+4930123' };

/** A list of contacts: one is new, one has another phone number, one is as it was. */
const PEOPLE_FROM_LIST = (contacts: object[]) => `
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const list = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: { name: 'List', parameters: { mode: 'raw', jsonOutput: JSON.stringify({ contacts: ${JSON.stringify(contacts)} }) } },
});
const each = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Each contact', parameters: { fieldToSplitOut: 'contacts' } },
});
const save = node({
	type: '${NODE_TYPE}',
	version: 1,
	config: {
		name: 'Save',
		parameters: {
			resource: 'person',
			operation: 'upsert',
			matchOn: 'email',
			matchValue: expr('{{ $json.email }}'),
			name: expr('{{ $json.name }}'),
			additionalFields: { phoneNumber: expr('{{ $json.phone }}') },
		},
	},
});
export default workflow('people', 'People from a list').add(start).to(list).to(each).to(save);`;

const WEEKLY_ANALYTICS = `
const monday = trigger({
	type: 'n8n-nodes-base.scheduleTrigger',
	version: 1.2,
	config: {
		name: 'Every Monday',
		parameters: { rule: { interval: [{ field: 'weeks', triggerAtDay: [1], triggerAtHour: 7 }] } },
	},
});
const pages = node({
	type: '${NODE_TYPE}',
	version: 1,
	config: { name: 'Pages', parameters: { resource: 'page', operation: 'getAll', returnAll: true } },
});
const figures = node({
	type: '${NODE_TYPE}',
	version: 1,
	config: {
		name: 'Figures',
		parameters: {
			resource: 'analytics',
			operation: 'getSummary',
			pageId: { __rl: true, mode: 'id', value: expr('{{ $json.pageId }}') },
			period: 'lastWeek',
		},
	},
});
export default workflow('analytics', 'Weekly analytics').add(monday).to(pages).to(figures);`;

export function jobTests(mcp: () => InstanceMcp, sandbox: () => Sandbox): void {
	describe('a workflow built from code', () => {
		/** Checks the code, makes the workflow and runs it, with the credential that n8n has chosen. */
		async function build(code: string, trigger: string, inputs?: object): Promise<Run> {
			expect(await mcp().validate(code)).toEqual({ valid: true, nodeCount: expect.any(Number) as number });
			sandbox().requests.length = 0;
			const run = await mcp().execute(await mcp().create(code), trigger, inputs);
			expect(run.error).toBeUndefined();
			return run;
		}

		it('writes CRM deals to the account log', async () => {
			await build(DEALS_TO_ACCOUNT_LOG, 'Deals', { webhookData: { method: 'POST', body: { deals: DEALS } } });
			expect(payloadsOf(sandbox(), 'built.example')).toEqual(DEALS);
			const keys = sandbox().requests.map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey);
			expect(keys.sort()).toEqual(['D-1-won', 'D-2-lost']);
		});

		it('creates and updates people from a list', async () => {
			const [changed, same] = sandbox().store.persons.all();
			const run = await build(
				PEOPLE_FROM_LIST([
					NEW_PERSON,
					{ name: changed!.name, email: changed!.email, phone: '+4930456' },
					{ name: same!.name, email: same!.email, phone: same!.phoneNumber },
				]),
				'Start',
			);
			const outcomes = jsonOf(run.node('Save')).map(({ outcome }) => outcome);
			expect(outcomes).toEqual(['created', 'updated', 'unchanged']);
			const { phone: phoneNumber, ...others } = NEW_PERSON;
			const writes = writesTo(sandbox());
			expect(writes).toHaveLength(2);
			expect(writes).toContainEqual({
				method: 'POST',
				path: '/v0/persons',
				body: { ...others, phoneNumber },
			});
			expect(writes).toContainEqual({
				method: 'PATCH',
				path: `/v0/persons/${changed!.personId}`,
				body: { phoneNumber: '+4930456' },
			});
		});

		it('reads the analytics of all pages for the last week', async () => {
			const run = await build(WEEKLY_ANALYTICS, 'Every Monday');
			const ids = sandbox()
				.store.pages.all()
				.map(({ pageId }) => pageId);
			expect(jsonOf(run.node('Figures')).map(({ pageId }) => pageId)).toEqual(ids);
			const asked = sandbox().requests.filter(({ path }) => path.endsWith('/analytics/summary'));
			expect(asked.map(({ path }) => path).sort()).toEqual(
				ids.map((id) => `/v0/pages/${id}/analytics/summary`).sort(),
			);
			const { searchParams: dates } = new URL(asked[0]!.url, sandbox().url);
			const [from, to] = ['startDate', 'endDate'].map((name) => DateTime.fromISO(dates.get(name)!));
			expect(to!.diff(from!, 'days').days).toBeCloseTo(7, 3);
		});
	});
}
