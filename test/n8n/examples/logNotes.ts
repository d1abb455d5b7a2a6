/** *Add account log entries to the CRM as notes*, to a Salesforce that takes all of them but the first. */
import type { Sandbox } from '../../service/sandbox';
import { startWebServer } from '../../support/webServer';
import type { RealN8n } from '../harness/RealN8n';
import { exampleOf, jsonOf, type Example } from './example';

const FILE = 'account-log-entries-to-crm-note.json';
const TRIGGER = 'When a log entry is new';
const SALESFORCE = 'Add a note to the account';

const ENTRIES = [
	{ source: 'web-form', type: 'demo', payload: { message: 'Call me', seats: 25, team: { size: 3 } } },
	{ source: 'crm', type: 'deal', payload: { id: 'D-1' } },
	{ source: 'billing', type: 'i'.repeat(80), payload: {} },
];

async function run(n8n: RealN8n, { store }: Sandbox): Promise<void> {
	const { accountId } = store.accounts.all()[0]!;
	const log = store.accountLogs.of(accountId);
	const template = { ...log.all()[0]!, deletedAt: null };
	for (const { accountLogId } of [...log.all()]) log.remove(accountLogId);
	for (const [n, entry] of ENTRIES.entries()) log.add({ ...template, ...entry, accountLogId: `entry_${n}` });

	const answers = [{ status: 400 }, { status: 201, body: '{"id":"002000000000001","success":true}' }];
	const salesforce = await startWebServer(() => answers.shift()!);
	const oauthTokenData = { access_token: 'token-of-a-test', instance_url: salesforce.url };
	const crm = await n8n.client.createCredential('salesforceOAuth2Api', 'CRM', { oauthTokenData });
	const fill = { [TRIGGER]: { accountId }, [SALESFORCE]: { accountId: '001000000000001' } };
	const file = exampleOf(FILE, { fill, credentials: { [SALESFORCE]: crm } });
	const done = await n8n.run(await n8n.importWorkflow(file), TRIGGER);
	await salesforce.close();

	expect(done.error).toBeUndefined();
	expect(jsonOf(done.node('Notes that were not added'))).toEqual([
		{
			accountLogId: 'entry_0',
			title: 'Audience Page: demo from web-form',
			error: 'Bad request - please check your parameters',
		},
	]);
	const ParentId = '001000000000001';
	expect(salesforce.requests.map(({ body }) => body)).toEqual([
		{
			Title: 'Audience Page: demo from web-form',
			ParentId,
			Body: 'message: Call me\nseats: 25\nteam: {"size":3}',
		},
		{ Title: `Audience Page: ${'i'.repeat(65)}`, ParentId, Body: '' },
	]);
}

export const logNotes: Example = { file: FILE, run };
