import { DateTime } from 'luxon';
import type { Sandbox } from '../../service/sandbox';
import { AUDIENCE_COUNTS, ROW_START, SUMMARY } from '../../support/analyticsColumns';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { readRows } from '../harness/spreadsheet';
import { useN8n } from '../harness/useN8n';
import { exampleOf } from './example';
import { deals } from './sampleDeals.json';
import { dealEntries } from './sandboxRecords';

const FILE = 'crm-deals-to-account-log.json';
const TIME_ZONE = 'Europe/Berlin';

describe('the examples with sample data, in detail', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both), {}, { env: { GENERIC_TIMEZONE: TIME_ZONE } });

	describe('CRM deals to account log', () => {
		let workflow: StoredWorkflow;

		const send = async (body: object, to = workflow) => {
			const { status, body: answer, run } = await n8n.callWebhook(to, body);
			return { status, answer: JSON.parse(answer) as unknown, run };
		};
		const entryOf = (dealId: string) =>
			dealEntries(sandbox).filter(({ entry }) => entry.payload.id === dealId);

		beforeAll(async () => {
			workflow = await n8n.importExample(FILE);
			await n8n.client.publish(workflow);
		});

		it('writes nothing new when the call is repeated', async () => {
			await send({ deals });
			const before = dealEntries(sandbox);
			const { answer } = await send({ deals });
			expect(answer).toEqual({ received: 6, entries: 5, notWritten: [] });
			expect(dealEntries(sandbox)).toEqual(before);
		});

		it('writes the others when a deal cannot be written, and says why it was not', async () => {
			const company = { name: 'Stark', domain: 'stark.example' };
			const { status, answer } = await send({
				deals: [{ id: 'D-2001' }, { id: 'D-2002', company }, { name: 'Without an ID', company }],
			});
			expect(status).toBe(500);
			expect(answer).toMatchObject({
				received: 3,
				entries: 1,
				notWritten: [
					{ dealId: 'D-2001', error: 'Domain and Account ID are both empty. Set one of them' },
					{ error: expect.stringMatching(/^Idempotency Key must not be empty/) },
				],
			});
			expect(entryOf('D-2002')).toHaveLength(1);
			expect(sandbox.requests).toHaveLength(1); // the others are refused before anything is sent
		});

		it.each([{}, { deals: [] }])('answers %j with an error: no call is lost in silence', async (body) => {
			const { status, answer } = await send(body);
			expect(status).toBe(500);
			expect(answer).toMatchObject({ received: 0, entries: 0 });
			expect(sandbox.requests).toEqual([]);
		});

		it('says so when the service cannot be reached', async () => {
			const nobody = { baseUrl: 'http://127.0.0.1:9', apiKey: 'a-key' };
			const credential = await n8n.client.createCredential('audiencePageApi', 'Nobody there', nobody);
			const elsewhere = exampleOf(FILE, { fill: { 'Receive deals': { path: 'crm-deals-elsewhere' } } });
			const unreachable = await n8n.importWorkflow(elsewhere, credential);
			await n8n.client.publish(unreachable);

			const { status, answer } = await send({ deals: deals.slice(0, 1) }, unreachable);
			expect(status).toBe(500);
			expect(answer).toMatchObject({
				received: 1,
				entries: 0,
				notWritten: [
					{
						dealId: deals[0]!.id,
						error: expect.stringMatching(/^No answer from the Audience Page service/),
					},
				],
			});
		});
	});

	describe('Weekly page analytics to spreadsheet', () => {
		it('makes two spreadsheets of the figures of last week, as they were served', async () => {
			const workflow = await n8n.importExample('weekly-page-analytics-to-spreadsheet.json');
			const run = await n8n.run(workflow, 'Every Monday at 7:00');
			expect(run.error).toBeUndefined();

			const fileOf = async (node: string) => {
				const [item] = run.node(node).items;
				return await n8n.client.download(item!.binary!.data!);
			};
			const summary = await readRows(await fileOf('Summary file'), 'Summary');
			const audiences = await readRows(await fileOf('Audiences file'), 'Audiences');

			const audienceColumns = [...ROW_START, 'audienceId', ...SUMMARY, ...AUDIENCE_COUNTS];
			expect(Object.keys(summary[0]!)).toEqual([...ROW_START, ...SUMMARY]);
			expect(Object.keys(audiences[0]!)).toEqual(audienceColumns);
			expect(typeof summary[0]!.totalSessions).toBe('number');

			const monday = DateTime.fromISO(String(summary[0]!.startDate), { zone: TIME_ZONE });
			const nextMonday = DateTime.fromISO(String(summary[0]!.endDate), { zone: TIME_ZONE }).plus(1);
			expect(monday.toFormat('EEE HH:mm:ss.SSS')).toBe('Mon 00:00:00.000');
			expect(nextMonday.toMillis()).toBe(monday.plus({ weeks: 1 }).toMillis());
			expect(nextMonday.toMillis()).toBe(DateTime.now().setZone(TIME_ZONE).startOf('week').toMillis());
		});
	});
});
