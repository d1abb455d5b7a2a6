/** *Import contacts from a spreadsheet to people*, as whoever has the link to the form sees it. */
import type { Person } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { until } from '../harness/until';
import { exampleOf, type Example } from './example';
import { writesTo } from './writes';

const FILE = 'contacts-from-spreadsheet-to-persons.json';
const COLUMNS = ['Name', 'Email', 'Phone', 'LinkedIn', 'Domain'];

export interface Upload {
	/** What the form shows in the end: a title and a text, as HTML. */
	page: string;
	run: Run;
}

/** Imports the example and publishes its form. */
export async function publishContacts(n8n: RealN8n): Promise<StoredWorkflow> {
	const workflow = await n8n.importWorkflow(exampleOf(FILE));
	await n8n.client.publish(workflow);
	return workflow;
}

/** A CSV file of these rows, in the order of the columns, as Excel saves it. */
export function csvOf(rows: string[][], name = 'contacts.csv'): File {
	const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
	return new File([`\uFEFF${lines.join('\r\n')}\r\n`], name, { type: 'text/csv' });
}

/** Sends the form with a file and stays on its page until it shows the end, as a browser does. */
export async function upload(n8n: RealN8n, workflow: StoredWorkflow, file: File): Promise<Upload> {
	const before = await n8n.client.executionIds(workflow);
	const { webhookId } = workflow.nodes.find(({ name }) => name === 'Upload contacts')!;
	const body = new FormData();
	body.append('field-0', file);
	const sent = await fetch(`${n8n.url}/form/${webhookId}`, { method: 'POST', body });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };

	// While the run goes on, n8n does not answer for the page itself.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	await until(async () => {
		const status = await (await fetch(statusUrl)).text();
		if (status === 'error') throw new Error('The form came to no end');
		return status === 'form-waiting' ? true : undefined;
	});
	const html = await (await fetch(formWaitingUrl)).text();
	const [, page = html] = /<div class='header'>(.*?)<\/div>/s.exec(html) ?? [];
	await fetch(formWaitingUrl, { method: 'POST' });
	return { page, run: await n8n.client.waitForNewRun(workflow, before) };
}

const byEmail = ({ store }: Sandbox, email: string): Person[] =>
	store.persons.all().filter((person) => person.email === email);

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const [changed, same] = sandbox.store.persons.all().slice(0, 2) as [Person, Person];
	const email = 'ada@engines.example';
	const file = csvOf([
		['Ada Lovelace', ' Ada@Engines.example', '0049 (0)30/12-34', '', 'Engines.example'],
		[changed.name, changed.email!, '+15550009999', '', ''],
		[same.name, same.email!, same.phoneNumber!, same.linkedinProfileUrl!, same.domain!],
		['Nobody', '', '', '', ''],
		['Behind A Desk', 'desk@engines.example', '+49 (0)30 12-34 ext. 5', '', ''],
	]);
	const workflow = await publishContacts(n8n);
	sandbox.requests.length = 0;
	const first = await upload(n8n, workflow, file);
	expect(first.run.error).toBeUndefined();
	const ada = { name: 'Ada Lovelace', email, phoneNumber: '+49301234', domain: 'engines.example' };
	const writes = writesTo(sandbox);
	expect(writes).toHaveLength(2);
	expect(writes).toContainEqual({ method: 'POST', path: '/v0/persons', body: ada });
	expect(writes).toContainEqual({
		method: 'PATCH',
		path: `/v0/persons/${changed.personId}`,
		body: { phoneNumber: '+15550009999' },
	});
	expect(byEmail(sandbox, email)).toEqual([expect.objectContaining(ada)]);
	expect(first.page).toContain('1 created, 1 updated, 1 unchanged, 2 not written.');
	expect(first.page).toContain('Row 5 (Nobody): Match Value must not be empty');
	expect(first.page).toContain('Row 6 (desk@engines.example): Phone Number must be');

	sandbox.requests.length = 0;
	const second = await upload(n8n, workflow, file);
	expect(writesTo(sandbox)).toEqual([]);
	expect(second.page).toContain('0 created, 0 updated, 3 unchanged, 2 not written.');
	await n8n.client.unpublish(workflow);
}

export const contacts: Example = { file: FILE, run };
