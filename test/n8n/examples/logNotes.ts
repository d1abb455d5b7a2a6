/** *Add account log entries to the CRM as notes*. */
import type { IDataObject } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { exampleOf, givenTo, type Example } from './example';

const FILE = 'account-log-entries-to-crm-note.json';
const SALESFORCE = 'Add a note to the account';

type Entry = Pick<AccountLog, 'source' | 'type' | 'payload'>;

/** Salesforce, replaced by the items that it gives, or as it is, with a credential. */
type Salesforce = IDataObject[] | StoredCredential;

/** Runs it once by hand on an account whose log has these entries. */
export async function noteEntries(
	n8n: RealN8n,
	{ store }: Sandbox,
	entries: Entry[],
	salesforce: Salesforce,
): Promise<Run> {
	const { accountId } = store.accounts.all()[0]!;
	const log = store.accountLogs.of(accountId);
	const template = { ...log.all()[0]!, deletedAt: null };
	for (const { accountLogId } of [...log.all()]) log.remove(accountLogId);
	for (const [index, entry] of entries.entries())
		log.add({ ...template, ...entry, accountLogId: `account_log_${index}` });

	const fill = {
		'When a log entry is new': { accountId },
		[SALESFORCE]: { accountId: '001000000000001' },
	};
	const file = Array.isArray(salesforce)
		? exampleOf(FILE, { fill, pin: { [SALESFORCE]: salesforce } })
		: exampleOf(FILE, { fill, credentials: { [SALESFORCE]: salesforce } });
	return await n8n.run(await n8n.importWorkflow(file), 'When a log entry is new');
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const done = await noteEntries(
		n8n,
		sandbox,
		[
			{ source: 'crm', type: 'deal', payload: { id: 'D-1' } },
			{
				source: 'web-form',
				type: 'demo-requested',
				payload: { message: 'Call me', seats: 25, team: { size: 3 } },
			},
			{ source: 'billing', type: 'i'.repeat(80), payload: {} },
		],
		[{ id: '002000000000001', success: true }],
	);
	expect(done.error).toBeUndefined();
	expect(givenTo(done, SALESFORCE)).toEqual([
		{
			title: 'Audience Page: demo-requested from web-form',
			'options.body': 'message: Call me\nseats: 25\nteam: {"size":3}',
		},
		{ title: `Audience Page: ${'i'.repeat(65)}`, 'options.body': '' },
	]);
}

export const logNotes: Example = { file: FILE, run };
