/** The contacts example: files as Excel saves them, uploaded to its form as a browser does. */
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { builtIn, itemsInto, START } from '../harness/steps';
import { untilTrue } from '../harness/until';
import { byHand, type Example } from './example';
import uploads from './uploads.json';

const FILE = 'contacts-from-spreadsheet-to-persons.json';

/** Uploads a file, and stays on the form's page until it shows the end: what is on it. */
async function upload(
	n8n: RealN8n,
	workflow: StoredWorkflow,
	file: File,
	code = '+49',
): Promise<string> {
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

/** The file that comes with the page; newer versions of n8n have a list of them. */
function fileOn(page: string): Buffer {
	const [, encoded = ''] = /"((?:%5B)?%7B%22data[^"]*)"/.exec(page)!;
	const files = [JSON.parse(decodeURIComponent(encoded)) as unknown].flat();
	const [{ data }] = files as [{ data: string | { data: number[] } }];
	return typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
}

const { rows: ROWS } = uploads;

/** Text as Excel's *CSV* is on a German machine: Windows-1252. */
const windows1252 = (text: string) =>
	Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));

const textOf = (delimiter: string) => ROWS.map((cells) => cells.join(delimiter)).join('\r\n');

/** The rows as n8n writes them into a workbook. */
async function excelFile(n8n: RealN8n): Promise<File> {
	const toFile = builtIn('File', 'convertToFile', 1.1, {
		operation: 'xlsx',
		options: { headerRow: false },
	});
	const items = ROWS.map((cells) => ({ ...cells }));
	const run = await n8n.runFile(itemsInto(items, toFile), START);
	const content = await n8n.client.download(run.node('File').items[0]!.binary!.data!);
	return new File([new Uint8Array(content)], 'contacts.xlsx');
}

async function expectPeople(page: string, text: string, { store }: Sandbox): Promise<void> {
	for (const message of [text, ...uploads.page]) expect(page).toContain(message);
	const [header = [], ...rows] = await readSheet(fileOn(page), { trim: false });
	expect(header.slice(0, 3)).toEqual(ROWS[0]!.slice(0, 3));
	expect(rows.map((cells) => [cells[2], cells.at(-1)])).toEqual([
		['anke@mueller.example', expect.stringMatching(/^Phone Number/)],
		[null, expect.stringMatching(/^Email must/)],
		['bea@mueller.example', expect.stringMatching(/^A value in/)],
	]);
	const written = store.persons.all().filter(({ email }) => email?.endsWith('@mueller.example'));
	// Written at the same time, in any order.
	expect(written.map(({ name }) => name).sort()).toEqual([
		'Anke Voß',
		'Bea Voß',
		'Jürg <b> Müller',
	]);
	const known = {
		name: 'Jürg <b> Müller',
		phoneNumber: '+491715550123',
		domain: 'mueller.example',
	};
	expect(written).toContainEqual(expect.objectContaining(known));
}

const sample = byHand(FILE, () => ({
	gives: {
		'Write the result': [{ created: 3, updated: 0, unchanged: 0, refused: 1, notUsed: ['Notes'] }],
	},
}));

export const contacts: Example = {
	file: FILE,
	async run(n8n, sandbox) {
		await sample.run(n8n, sandbox);
		const workflow = await n8n.importExample(FILE);
		await n8n.client.publish(workflow);
		const ofCsv = await upload(n8n, workflow, new File([windows1252(textOf(';'))], 'contacts.csv'));
		await expectPeople(ofCsv, uploads.first, sandbox);
		const utf16 = new File([Buffer.from(`\ufeff${textOf('\t')}`, 'utf16le')], 'contacts.txt');
		for (const file of [await excelFile(n8n), utf16])
			await expectPeople(await upload(n8n, workflow, file), uploads.later, sandbox);

		const again = new File([new Uint8Array(fileOn(ofCsv))], 'rows-to-correct.xlsx');
		const ofAgain = await upload(n8n, workflow, again, '49 0');
		expect(ofAgain).toContain('0 created, 0 updated, 2 unchanged, 1 refused.');
		expect(ofAgain).toMatch(
			/Row 2 \(Anke Voß\)<\/b>: The country code in the form .* the right one\./,
		);
		for (const { file, text, encoding, page, correct = '' } of uploads.others) {
			const content = Buffer.from(text.replaceAll('\n', '\r\n'), encoding as BufferEncoding);
			const shown = await upload(n8n, workflow, new File([content], file));
			for (const message of page) expect(shown).toContain(message);
			expect(correct && (await readSheet(fileOn(shown))).join()).toContain(correct);
		}
		await n8n.client.unpublish(workflow);
	},
};
