/** The contacts example: files uploaded to its form as a browser does, and the pages that come. */
import type { GenericValue } from 'n8n-workflow';
import { readSheet } from 'read-excel-file/node';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { builtIn, itemsInto, START } from '../harness/steps';
import { until, untilTrue } from '../harness/until';
import type { Example } from './example';

const FILE = 'contacts-from-spreadsheet-to-persons.json';
const FORM = 'Upload contacts';

const HEADER = ['Vorname', 'Nachname', 'E-Mail', 'Mobile', 'Website', 'Notes'];
const REFUSED = ['Bea', 'Voß', 'bea(at)mueller.example', '', '', 'new'];
const ROWS = [
	HEADER,
	['Jörg', 'Müller', 'joerg@mueller.example', '0171 5550123', 'www.mueller.example/team', '€ 5'],
	['Anke', 'Voß', 'anke@mueller.example', '', 'mueller.example', ''],
	REFUSED,
];

/** As Excel's *CSV UTF-8* is. */
const csvFile = new File(
	[`\ufeff${ROWS.map((cells) => `${cells.join(',')}\r\n`).join('')}`],
	'Contacts.CSV',
);

/** Rows as n8n writes them into a workbook. */
async function excelFile(n8n: RealN8n, rows: GenericValue[][]): Promise<File> {
	const toFile = builtIn('File', 'convertToFile', 1.1, {
		operation: 'xlsx',
		options: { headerRow: false },
	});
	const items = rows.map((cells) => ({ ...cells }));
	const run = await n8n.runFile(itemsInto(items, toFile), START);
	const content = await n8n.client.download(run.node('File').items[0]!.binary!.data!);
	return new File([new Uint8Array(content)], 'contacts.xlsx');
}

/** Uploads a file, and stays on the form's page until it shows the end: what is on it. */
async function upload(n8n: RealN8n, workflow: StoredWorkflow, file: File): Promise<string> {
	const before = await n8n.client.executionIds(workflow);
	const { webhookId } = workflow.nodes.find(({ name }) => name === FORM)!;
	const body = new FormData();
	for (const [field, value] of [file, '+49'].entries()) body.append(`field-${field}`, value);
	const sent = await fetch(`${n8n.url}/form/${webhookId}`, { method: 'POST', body });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	// While the run goes on, n8n does not answer for the page itself.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	await untilTrue(async () => {
		const status = await (await fetch(statusUrl)).text();
		if (status === 'error') throw new Error('The form came to no end');
		return status === 'form-waiting' || status === 'success';
	});
	const page = await (await fetch(formWaitingUrl)).text();
	await fetch(formWaitingUrl, { method: 'POST' });
	expect((await n8n.client.waitForNewRun(workflow, before)).error).toBeUndefined();
	return page;
}

/** The rows of the file that comes with the page; newer versions of n8n have a list of files. */
async function rowsOn(page: string): Promise<GenericValue[][]> {
	const [, encoded = ''] = /"((?:%5B)?%7B%22data[^"]*)"/.exec(page)!;
	const files = [JSON.parse(decodeURIComponent(encoded)) as unknown].flat();
	const [{ data }] = files as [{ data: string | { data: number[] } }];
	return await readSheet(
		typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data),
	);
}

/** Runs the sample by hand up to its page, which waits for somebody to close it. */
async function runSample(n8n: RealN8n): Promise<void> {
	const workflow = await n8n.importExample(FILE);
	const stopAtPage = async () => {
		const id = await until(async () => {
			const [newest] = await n8n.client.executionIds(workflow);
			if (newest === undefined) return undefined;
			const path = `/rest/executions/${newest}`;
			const { status } = await n8n.client.ask<{ status: string }>(path);
			return status === 'waiting' ? newest : undefined;
		});
		await n8n.client.send(`/rest/executions/${id}/stop`, {});
	};
	const [run] = await Promise.all([n8n.client.runManually(workflow, FORM), stopAtPage()]);
	expect(run.node('Create or update the person').items).toHaveLength(2);
	expect(run.node('File of refused rows').items).toHaveLength(1);
}

export const contacts: Example = {
	file: FILE,
	async run({ n8n, sandbox: { store } }) {
		await runSample(n8n);
		const workflow = await n8n.importExample(FILE);
		await n8n.client.publish(workflow);

		const page = await upload(n8n, workflow, csvFile);
		expect(page).toContain('2 created, 0 updated, 0 unchanged, 1 refused.');
		const known = {
			name: 'Jörg Müller',
			phoneNumber: '+491715550123',
			domain: 'mueller.example',
		};
		expect(store.persons.all()).toContainEqual(expect.objectContaining(known));

		const [header, ...rows] = await rowsOn(page);
		expect(header).toEqual([...HEADER, 'error']);
		const error: unknown = expect.stringMatching(/^Email \(column "E-Mail"\) must/);
		expect(rows).toEqual([[...REFUSED.map((cell) => cell || null), error]]);
		const corrected = rows.map((cells) =>
			cells.map((cell) => (cell === REFUSED[2] ? 'bea@mueller.example' : cell)),
		);
		const again = await upload(n8n, workflow, await excelFile(n8n, [header!, ...corrected]));
		expect(again).toContain('1 created, 0 updated, 0 unchanged');

		const semicolons = ROWS.map((cells) => `${cells.join(';')}\n`);
		const wrong = await upload(n8n, workflow, new File(semicolons, 'contacts.csv'));
		expect(wrong).toContain('0 created, 0 updated, 0 unchanged, 3 refused.');
		const empty = await upload(n8n, workflow, new File([HEADER.join()], 'contacts.csv'));
		expect(empty).toContain('Form Submitted');
		const broken = upload(n8n, workflow, new File(['PK\u0003\u0004'], 'contacts.xlsx'));
		await expect(broken).rejects.toThrow('The form came to no end');
		await n8n.client.unpublish(workflow);
	},
};
