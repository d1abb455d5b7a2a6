import type { IDataObject } from 'n8n-workflow';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { startWebServer } from '../../support/webServer';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { itemsInto, START, type Step } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { csvOf, publishContacts, upload } from './contacts';
import { dealsIn, FILE as DEALS } from './deals';
import { exampleOf, jsonOf } from './example';
import { noteEntries } from './logNotes';
import { add, audienceOf, publishNewPersons } from './newPersons';
import { writePageAnalytics } from './pageAnalytics';
import { deals } from './sampleDeals.json';
import { compare, importTopic } from './topicEntries';
import { writesTo } from './writes';

const FAULT = 'The sandbox was told to fail';

/** What they come upon off their main paths: nothing, the same twice, and an error in the middle. */
describe('the examples on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	/** The service refuses the one request whose body, or path, is meant. */
	const refuse = (isMeant: (request: RecordedRequest) => boolean) =>
		sandbox.failNext('unprocessable', { when: isMeant });

	const ofName = (name: string) => sandbox.store.persons.all().filter((person) => person.name === name);

	describe('contacts from a spreadsheet', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await publishContacts(n8n);
		});

		/** An Excel file of these rows, made by n8n. */
		async function excelOf(rows: IDataObject[]): Promise<File> {
			const toFile: Step = {
				name: 'File',
				type: 'n8n-nodes-base.convertToFile',
				typeVersion: 1.1,
				parameters: { operation: 'xlsx', options: {} },
			};
			const run = await n8n.run(await n8n.importWorkflow(itemsInto(rows, toFile)), START);
			const content = await n8n.client.download(run.node('File').items[0]!.binary!.data!);
			return new File([new Uint8Array(content)], 'contacts.xlsx');
		}

		it('takes an Excel file, and says which rows the service refused', async () => {
			refuse(({ body }) => (body as IDataObject | undefined)?.name === 'Second');
			const rows = ['First', 'Second', 'Third'].map((Name) => ({
				Name,
				Email: `${Name}@excel.example`,
				Domain: 'excel.example',
			}));
			const { page, run } = await upload(n8n, workflow, await excelOf(rows));
			expect(run.error).toBeUndefined();
			expect(page).toContain('2 created, 0 updated, 0 unchanged, 1 not written.');
			expect(page).toContain(`Row 3 (second@excel.example): ${FAULT}`);
			expect(ofName('Third')).toEqual([expect.objectContaining({ email: 'third@excel.example' })]);
		});

		it('writes nothing for a file without rows, and says so', async () => {
			const { page, run } = await upload(n8n, workflow, csvOf([]));
			expect(run.error).toBeUndefined();
			expect(page).toContain('0 created, 0 updated, 0 unchanged, 1 not written.');
			expect(page).toContain('Row 2 (empty): Name must not be empty');
			expect(sandbox.requests).toEqual([]);
		});

		it('creates one person where a file has them twice', async () => {
			const twice = csvOf([
				['Twice There', 'twice@csv.example', '', '', ''],
				['Twice There', 'TWICE@csv.example', '+49 30 99', '', 'csv.example'],
			]);
			const { page } = await upload(n8n, workflow, twice);
			expect(page).toContain('1 created, 1 updated, 0 unchanged, 0 not written.');
			expect(ofName('Twice There')).toEqual([expect.objectContaining({ phoneNumber: '+493099' })]);
		});
	});

	describe('CRM deals', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await n8n.importExample(DEALS);
			await n8n.client.publish(workflow);
		});

		const send = async (body: object, to = workflow) => {
			const { status, body: answer } = await n8n.callWebhook(to, body);
			return { status, answer: JSON.parse(answer) as unknown };
		};

		it('writes the others when a deal cannot be written, and says why it was not', async () => {
			const company = { name: 'Stark', domain: 'stark.example' };
			const deal = { id: 'D-2002', company };
			const { status, answer } = await send({
				deals: [{ id: 'D-2001' }, deal, { name: 'Without an ID', company }],
			});
			expect(status).toBe(500);
			expect(answer).toMatchObject({
				received: 3,
				entries: 1,
				notWritten: [
					{ dealId: 'D-2001', error: 'Account ID, Domain and Account Name are all empty. Set one of them' },
					{ error: expect.stringMatching(/^Idempotency Key must not be empty/) },
				],
			});
			expect(dealsIn(sandbox)).toEqual([{ domain: company.domain, deal }]);
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
			const elsewhere = exampleOf(DEALS, { fill: { 'Receive deals': { path: 'crm-deals-elsewhere' } } });
			const unreachable = await n8n.importWorkflow(elsewhere, credential);
			await n8n.client.publish(unreachable);

			const { status, answer } = await send({ deals: deals.slice(0, 1) }, unreachable);
			expect(status).toBe(500);
			const error = expect.stringMatching(/^No answer from the Audience Page service/) as string;
			expect(answer).toMatchObject({
				received: 1,
				entries: 0,
				notWritten: [{ dealId: deals[0]!.id, error }],
			});
		});
	});

	describe('page analytics to Google Sheets', () => {
		it('goes on where one page has no figures, each row with the name of its own page', async () => {
			const [first, second, ...others] = sandbox.store.pages.all();
			refuse(({ path }) => path === `/v0/pages/${second!.pageId}/analytics/summary`);
			const run = await writePageAnalytics(n8n);
			expect(run.error).toBeUndefined();
			const names = jsonOf(run.node('Name week and page')).map(({ pageName, pageId }) => [pageName, pageId]);
			expect(names).toEqual([first!, ...others].map(({ name, pageId }) => [name, pageId]));
			expect(jsonOf(run.node('Pages without figures'))).toEqual([
				{ pageId: second!.pageId, pageName: second!.name, error: FAULT },
			]);
		});

		it('writes nothing where there are no pages', async () => {
			const pages = [...sandbox.store.pages.all()];
			for (const { pageId } of pages) sandbox.store.pages.remove(pageId);
			const run = await writePageAnalytics(n8n);
			for (const page of pages) sandbox.store.pages.add(page);
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.node('Write to the sheet'))).toEqual([]);
		});
	});

	describe('new person to audience', () => {
		it('goes on where one audience is refused, and creates none twice', async () => {
			const { pageId } = sandbox.store.pages.all()[0]!;
			const workflow = await publishNewPersons(n8n, pageId);
			sandbox.requests.length = 0;
			refuse(({ body }) => (body as IDataObject | undefined)?.customName === 'Two (new.example)');
			add(
				sandbox,
				['One', 'Two', 'Three'].map((name) => ({ name, domain: 'new.example' })),
			);
			const run = await n8n.client.waitForNewRun(workflow, []);
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.node('People without an audience'))).toEqual([
				{ person: 'Two (new.example)', error: FAULT },
			]);
			expect(jsonOf(run.node('Create a draft audience')).map(({ customName }) => customName)).toEqual([
				'One (new.example)',
				'Three (new.example)',
			]);

			const polls = () =>
				sandbox.requests.filter(({ operationId }) => operationId === 'searchPersons').length;
			const before = polls();
			await until(() => (polls() > before + 1 ? true : undefined));
			await n8n.client.unpublish(workflow);
			expect(writesTo(sandbox)).toHaveLength(3);
			for (const name of ['One', 'Two', 'Three'])
				expect(writesTo(sandbox)).toContainEqual(audienceOf(pageId, name, 'new.example'));
		});
	});

	describe('account log to CRM', () => {
		it('tells which note the CRM did not take, and adds the others', async () => {
			const answers = [{ status: 400 }, { status: 201, body: '{"id":"002000000000001","success":true}' }];
			const salesforce = await startWebServer(() => answers.shift()!);
			const oauthTokenData = { access_token: 'token-of-a-test', instance_url: salesforce.url };
			const credential = await n8n.client.createCredential('salesforceOAuth2Api', 'CRM', { oauthTokenData });
			const entries = ['invoice-sent', 'invoice-paid'].map((type) => ({
				source: 'billing',
				type,
				payload: {},
			}));
			const run = await noteEntries(n8n, sandbox, entries, credential);
			await salesforce.close();
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.node('Notes that were not added'))).toEqual([
				{
					accountLogId: 'account_log_0',
					title: 'Audience Page: invoice-sent from billing',
					error: 'Bad request - please check your parameters',
				},
			]);
			expect(salesforce.requests.map(({ body }) => body)).toEqual(
				entries.map(({ type }) => ({
					Title: `Audience Page: ${type} from billing`,
					ParentId: '001000000000001',
					Body: '',
				})),
			);
		});
	});

	describe('topic entries from a table', () => {
		const topicId = () => sandbox.store.topicIds[1]!;
		const rowsOf = (answer: string) =>
			sandbox.store.topicEntries
				.of(topicId())
				.all()
				.map(({ topicEntryId }) => ({ 'Entry ID': topicEntryId, Answer: answer }));

		it('goes on where one entry is refused, and says which', async () => {
			const rows = rowsOf('Another answer');
			const { 'Entry ID': entryId } = rows[1]!;
			refuse(({ path, method }) => method === 'PATCH' && path.endsWith(entryId));
			const run = await compare(n8n, await importTopic(n8n, topicId(), rows));
			expect(jsonOf(run.node('Entries that were not updated'))).toEqual([
				{ entryId, answer: 'Another answer', error: FAULT },
			]);
			const answers = sandbox.store.topicEntries.of(topicId()).all();
			expect(answers.filter(({ content }) => content.content !== 'Another answer')).toEqual([
				expect.objectContaining({ topicEntryId: entryId }),
			]);
		});

		it('reports all rows of a topic without entries, and does nothing for an empty table', async () => {
			const rows = rowsOf('For another topic');
			const elsewhere = await compare(n8n, await importTopic(n8n, sandbox.store.topicIds[2]!, rows));
			expect(jsonOf(elsewhere.node('Rows without an entry'))).toHaveLength(rows.length);
			await compare(n8n, await importTopic(n8n, topicId(), []));
			expect(writesTo(sandbox)).toEqual([]);
		});
	});
});
