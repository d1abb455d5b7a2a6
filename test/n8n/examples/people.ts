/** The examples about people: a spreadsheet of contacts, and a draft audience for each new person. */
import type { Person } from '../../service/records';
import { byId } from '../../support/locators';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { builtIn, itemsInto, pollTimesEvery, START } from '../harness/steps';
import { untilTrue } from '../harness/until';
import { exampleOf, FAULT, jsonOf, refuseNamed, runWell, writesTo, type Example } from './example';

const COLUMNS = ['Name', 'Email', 'Phone', 'LinkedIn', 'Domain'];

/** A CSV file of these rows, as Excel saves it. */
function csvOf(rows: string[][]): File {
	const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
	return new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'contacts.csv', { type: 'text/csv' });
}

async function excelOf(n8n: RealN8n, rows: string[][]): Promise<File> {
	const toFile = builtIn('File', 'convertToFile', 1.1, { operation: 'xlsx', options: {} });
	const items = rows.map((cells) => Object.fromEntries(COLUMNS.map((name, n) => [name, cells[n]])));
	const run = await runWell(n8n, itemsInto(items, toFile), START);
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

export const contacts: Example = {
	file: 'contacts-from-spreadsheet-to-persons.json',
	async run(n8n, sandbox) {
		const workflow = await n8n.importExample(contacts.file);
		await n8n.client.publish(workflow);
		const [changed, same] = sandbox.store.persons.all().slice(0, 2) as [Person, Person];
		const rows = [
			['Ada Lovelace', ' Ada@Engines.example', '0049 (0)30/12-34', '', 'Engines.example'],
			[changed.name, changed.email!, '+15550009999', '', ''],
			[same.name, same.email!, same.phoneNumber!, same.linkedinProfileUrl!, same.domain!],
			['Nobody', '', '', '', ''],
			['Refused', 'refused@engines.example', '', '', ''],
			['Ada Lovelace', 'ADA@engines.example', '', '', ''],
		];
		refuseNamed(sandbox, 'Refused');
		sandbox.requests.length = 0;
		const first = await upload(n8n, workflow, csvOf(rows));
		const ada = { name: 'Ada Lovelace', email: 'Ada@Engines.example', phoneNumber: '+49301234' };
		const refused = { name: 'Refused', email: 'refused@engines.example' };
		const create = (body: object) => ({ method: 'POST', path: '/v0/persons', body });
		const path = `/v0/persons/${changed.personId}`;
		const writes = writesTo(sandbox);
		expect(writes).toHaveLength(3);
		expect(writes).toContainEqual(create({ ...ada, domain: 'engines.example' }));
		expect(writes).toContainEqual(create(refused));
		expect(writes).toContainEqual({ method: 'PATCH', path, body: { phoneNumber: '+15550009999' } });
		expect(first).toContain('1 created, 1 updated, 2 unchanged, 2 not written.');
		expect(first).toContain('Nobody: Email must not be empty');
		expect(first).toContain(`Refused, refused@engines.example: ${FAULT}`);

		sandbox.requests.length = 0;
		const second = await upload(n8n, workflow, await excelOf(n8n, rows));
		expect(writesTo(sandbox)).toEqual([create(refused)]);
		expect(second).toContain('1 created, 0 updated, 4 unchanged, 1 not written.');
		await n8n.client.unpublish(workflow);
	},
};

export const newPersons: Example = {
	file: 'new-person-to-audience-for-a-page.json',
	async run(n8n, sandbox) {
		const { persons, pages } = sandbox.store;
		const { pageId } = pages.all()[0]!;
		const fill = {
			'When a person is new': { pollTimes: pollTimesEvery(2) },
			'Create a draft audience': { pageId: byId(pageId) },
		};
		const workflow = await n8n.importWorkflow(exampleOf(newPersons.file, { fill }));
		await n8n.client.publish(workflow);
		refuseNamed(sandbox, 'Refused (new.example)', 'customName');
		sandbox.requests.length = 0;
		const template = persons.all()[0]!;
		for (const name of ['Grace', 'Of No Company', 'Refused', 'Ada']) {
			const domain = name === 'Of No Company' ? null : 'new.example';
			persons.add({ ...template, name, domain, personId: `person_${name}`, email: `${name}@new.example` });
		}
		const done = await n8n.client.waitForNewRun(workflow, []);
		expect(done.error).toBeUndefined();
		expect(jsonOf(done.node('People without an audience'))).toEqual([
			{ person: 'Refused (new.example)', error: FAULT },
		]);

		const polls = () => sandbox.requests.filter(({ operationId }) => operationId === 'searchPersons').length;
		const before = polls();
		await untilTrue(() => polls() > before + 1);
		await n8n.client.unpublish(workflow);
		const created = (name: string): unknown => ({
			...{ method: 'POST', path: `/v0/pages/${pageId}/audiences` },
			body: {
				...{ publishBehavior: 'draft', customName: `${name} (new.example)` },
				supplementaryContext: expect.stringContaining(`${name}, who works at new.example.`) as string,
			},
		});
		const writes = writesTo(sandbox);
		expect(writes).toHaveLength(3); // none twice
		expect(writes).toEqual(expect.arrayContaining(['Grace', 'Refused', 'Ada'].map(created)));
	},
};
