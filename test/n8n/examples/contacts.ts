/** The contacts example: files as Excel saves them, uploaded to its form as a browser does. */
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { builtIn, itemsInto, START } from '../harness/steps';
import { untilTrue } from '../harness/until';
import { byHand, type Example } from './example';

const FILE = 'contacts-from-spreadsheet-to-persons.json';

/** Uploads a file, and stays on the form's page until it shows the end: what is on it. */
async function upload(n8n: RealN8n, workflow: StoredWorkflow, file: File, code: string): Promise<string> {
	const before = await n8n.client.executionIds(workflow);
	const { webhookId } = workflow.nodes.find(({ name }) => name === 'Upload contacts')!;
	const body = new FormData();
	body.append('field-0', file);
	body.append('field-1', code);
	const sent = await fetch(`${n8n.url}/form/${webhookId}`, { method: 'POST', body });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	// While the run goes on, n8n does not answer for the page itself.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	await untilTrue(async () => {
		const status = await (await fetch(statusUrl)).text();
		if (status === 'error') throw new Error('The form came to no end');
		return status === 'form-waiting';
	});
	const page = await (await fetch(formWaitingUrl)).text();
	await fetch(formWaitingUrl, { method: 'POST' });
	expect((await n8n.client.waitForNewRun(workflow, before)).error).toBeUndefined();
	return page;
}

/** As Excel's *CSV* is on a German machine: Windows-1252, with semicolons. */
const ROWS = [
	['Vorname', 'Surname', 'E-mail Address', 'Mobile', 'Company website', 'Notes'],
	['Jörg', 'Müller', 'joerg@mueller.example', '0171 5550123', 'https://www.mueller.example/impressum', '€ 5'],
	['Anke', 'Voß', 'anke@mueller.example', '12', '', ''],
	['', '', '', '', '', 'nobody'],
];

/** The rows as n8n writes them into a workbook. */
async function excelFile(n8n: RealN8n): Promise<File> {
	const toFile = builtIn('File', 'convertToFile', 1.1, { operation: 'xlsx', options: {} });
	const [columns = [], ...rows] = ROWS;
	const items = rows.map((cells) => Object.fromEntries(columns.map((name, n) => [name, cells[n]])));
	const run = await n8n.runFile(itemsInto(items, toFile), START);
	const content = await n8n.client.download(run.node('File').items[0]!.binary!.data!);
	return new File([new Uint8Array(content)], 'contacts.xlsx');
}

const MESSAGES = [
	'Row 3 (Anke Voß), a value was left out. Phone Number',
	'Row 4 (nobody) was refused. Email must not be empty',
	'Columns that were not used: Notes.',
	'refused-rows.xlsx',
];

async function expectPeople(page: string, counts: string, { store }: Sandbox): Promise<void> {
	for (const text of [counts, ...MESSAGES]) expect(page).toContain(text);
	const written = store.persons.all().filter(({ domain }) => domain === 'mueller.example');
	const phoneNumber = '+491715550123';
	expect(written).toMatchObject([{ name: 'Jörg Müller', email: 'joerg@mueller.example', phoneNumber }]);
}

const sample = byHand(FILE, () => ({
	gives: { 'Count the rows': [{ created: 3, updated: 0, unchanged: 0, notUsed: ['Notes'] }] },
}));

export const contacts: Example = {
	file: FILE,
	async run(n8n, sandbox) {
		await sample.run(n8n, sandbox);
		const workflow = await n8n.importExample(FILE);
		await n8n.client.publish(workflow);
		const csv = ROWS.map((cells) => cells.join(';')).join('\r\n');
		const bytes = Uint8Array.from(csv, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
		const ofCsv = await upload(n8n, workflow, new File([bytes], 'contacts.csv'), '+49');
		await expectPeople(ofCsv, '2 created, 0 updated, 0 unchanged, 1 refused.', sandbox);
		const ofExcel = await upload(n8n, workflow, await excelFile(n8n), '0049');
		await expectPeople(ofExcel, '0 created, 0 updated, 2 unchanged, 1 refused.', sandbox);
		await n8n.client.unpublish(workflow);
	},
};
