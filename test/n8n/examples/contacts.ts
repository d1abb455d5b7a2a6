/** *Import contacts from a spreadsheet to people*, as whoever has the link to the form sees it. */
import type { IDataObject } from 'n8n-workflow';
import type { Person } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import { itemsInto, START, type Step } from '../harness/steps';
import { until } from '../harness/until';
import { FAULT, type Example } from './example';
import { writesTo } from './writes';

const FILE = 'contacts-from-spreadsheet-to-persons.json';
const COLUMNS = ['Name', 'Email', 'Phone', 'LinkedIn', 'Domain'];

/** A CSV file of these rows, as Excel saves it. */
function csvOf(rows: string[][]): File {
	const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
	return new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'contacts.csv', { type: 'text/csv' });
}

/** An Excel file of these rows, made by n8n. */
async function excelOf(n8n: RealN8n, rows: string[][]): Promise<File> {
	const toFile: Step = {
		name: 'File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'xlsx', options: {} },
	};
	const items = rows.map((cells): IDataObject => {
		const [Name, Email, Phone, LinkedIn, Domain] = cells;
		return { Name, Email, Phone, LinkedIn, Domain };
	});
	const run = await n8n.run(await n8n.importWorkflow(itemsInto(items, toFile)), START);
	const content = await n8n.client.download(run.node('File').items[0]!.binary!.data!);
	return new File([new Uint8Array(content)], 'contacts.xlsx');
}

/** Sends the form with a file, and stays on its page until it shows the end, as a browser does: a title and a text. */
async function upload(n8n: RealN8n, workflow: StoredWorkflow, file: File): Promise<string> {
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
	const page = await (await fetch(formWaitingUrl)).text();
	await fetch(formWaitingUrl, { method: 'POST' });
	expect((await n8n.client.waitForNewRun(workflow, before)).error).toBeUndefined();
	return page;
}

/** The same workflow with Preview Only: the form does not say that anything was written. */
async function preview(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const file = readExample(FILE);
	const write = file.nodes.find(({ name }) => name === 'Create or update the person')!;
	write.parameters.options = { previewOnly: true };
	const workflow = await n8n.importWorkflow(file);
	await n8n.client.publish(workflow);
	sandbox.requests.length = 0;
	const rows = [['Nova', 'nova@engines.example', '', '', '']];
	const page = await upload(n8n, workflow, csvOf(rows));
	expect(page).toContain('Preview: nothing was written');
	expect(page).toContain('1 would be created, 0 would be updated, 0 unchanged, 0 refused.');
	expect(writesTo(sandbox)).toEqual([]);
	await n8n.client.unpublish(workflow);
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const workflow = await n8n.importExample(FILE);
	await n8n.client.publish(workflow);
	const [changed, same] = sandbox.store.persons.all().slice(0, 2) as [Person, Person];
	const rows = [
		['Ada Lovelace', ' Ada@Engines.example', '0049 (0)30/12-34', '', 'Engines.example'],
		[changed.name, changed.email!, '+15550009999', '', ''],
		[same.name, same.email!, same.phoneNumber!, same.linkedinProfileUrl!, same.domain!],
		['Nobody', '', '', '', ''],
		['Behind A Desk', 'desk@engines.example', '+49 (0)30 12-34 ext. 5', '', ''],
		['Refused', 'refused@engines.example', '', '', ''],
		['Ada Lovelace', 'ADA@engines.example', '', '', ''],
	];
	sandbox.failNext('unprocessable', {
		when: ({ body }) => (body as IDataObject | undefined)?.name === 'Refused',
	});
	sandbox.requests.length = 0;
	const first = await upload(n8n, workflow, csvOf(rows));
	const ada = {
		name: 'Ada Lovelace',
		email: 'Ada@Engines.example',
		phoneNumber: '+49301234',
		domain: 'engines.example',
	};
	const refused = { name: 'Refused', email: 'refused@engines.example' };
	const phone = { phoneNumber: '+15550009999' };
	const writes = writesTo(sandbox);
	expect(writes).toHaveLength(3);
	expect(writes).toContainEqual({ method: 'POST', path: '/v0/persons', body: ada });
	expect(writes).toContainEqual({ method: 'POST', path: '/v0/persons', body: refused });
	expect(writes).toContainEqual({ method: 'PATCH', path: `/v0/persons/${changed.personId}`, body: phone });
	expect(first).toContain('1 created, 1 updated, 2 unchanged, 3 not written.');
	expect(first).toContain('Nobody: Email must not be empty');
	expect(first).toContain('Behind A Desk, desk@engines.example: Phone Number must be');
	expect(first).toContain(`Refused, refused@engines.example: ${FAULT}`);

	sandbox.requests.length = 0;
	const second = await upload(n8n, workflow, await excelOf(n8n, rows));
	expect(writesTo(sandbox)).toEqual([{ method: 'POST', path: '/v0/persons', body: refused }]);
	expect(second).toContain('1 created, 0 updated, 4 unchanged, 2 not written.');

	sandbox.requests.length = 0;
	const empty = await upload(n8n, workflow, csvOf([]));
	expect(empty).toContain('Empty row: Name must not be empty');
	expect(sandbox.requests).toEqual([]);
	await n8n.client.unpublish(workflow);
	await preview(n8n, sandbox);
}

export const contacts: Example = { file: FILE, run };
