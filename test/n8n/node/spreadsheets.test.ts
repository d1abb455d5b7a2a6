import { generateKeyPairSync } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { AUDIENCE_COUNTS, ROW_START, SUMMARY } from '../../support/analyticsColumns';
import { byId } from '../../support/locators';
import { exampleOf } from '../examples/example';
import { servedAnalytics } from '../examples/servedAnalytics';
import type { StoredCredential } from '../harness/client';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { audiencePage, INPUT, NODE, START, workflowWith, type Link, type Step } from '../harness/steps';
import { SHEET, startFakeGoogle, type FakeGoogle } from './fakeGoogle';

const BYTE_ORDER_MARK = /^\uFEFF/;

/** The figures of every page that the items name, the dates as expressions give them. */
const analytics = audiencePage({
	resource: 'analytics',
	operation: 'getAudiences',
	pageId: byId('={{ $json.pageId }}'),
	period: 'custom',
	startDate: '={{ DateTime.fromISO("2026-11-01T08:00:00Z") }}',
	endDate: '={{ new Date("2026-11-08T08:00:00Z") }}',
});

const toFile: Step = {
	name: 'File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', options: {} },
};

describe('rows of analytics, with no node between', () => {
	const opened = new Opened();
	let sandbox: Sandbox;
	let google: FakeGoogle;
	let n8n: RealN8n;
	let googleAccount: StoredCredential;

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox());
		google = opened.add(await startFakeGoogle());
		n8n = opened.add(await RealN8n.start(sandbox, { env: google.env }));
		const { privateKey } = generateKeyPairSync('rsa', {
			modulusLength: 2048,
			privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
			publicKeyEncoding: { type: 'spki', format: 'pem' },
		});
		googleAccount = await n8n.client.createCredential('googleApi', 'Google', {
			region: 'global',
			email: 'sheets@example.com',
			privateKey,
		});
	});

	afterAll(() => opened.close());

	const pageIds = (): string[] => sandbox.store.pages.all().map(({ pageId }) => pageId);

	/** What was served in the latest run, in the order of the pages. */
	async function served(columns: string[]): Promise<unknown[][]> {
		const { summary, audiences } = await servedAnalytics(sandbox);
		const rows = columns.includes('audienceId') ? audiences : summary;
		return pageIds()
			.flatMap((pageId) => rows.filter((row) => row.pageId === pageId))
			.map((row) => columns.map((column) => row[column] ?? ''));
	}

	it('are a CSV file', async () => {
		const columns = [...ROW_START, 'audienceId', ...SUMMARY, ...AUDIENCE_COUNTS];
		const pages = pageIds().map((pageId) => ({ pageId }));
		const links: Link[] = [
			[INPUT, NODE],
			[NODE, toFile.name],
		];
		const run = await n8n.run(
			await n8n.importWorkflow(workflowWith(pages, [analytics, toFile], links)),
			START,
		);
		expect(run.error).toBeUndefined();
		const file = await n8n.client.download(run.node(toFile.name).items[0]!.binary!.data!);
		const lines = file.toString('utf8').replace(BYTE_ORDER_MARK, '').trim().split('\n');
		const rows = await served(columns);
		expect(rows.length).toBeGreaterThan(1);
		expect(rows[0]?.slice(0, 3)).toEqual([
			pageIds()[0],
			'2026-11-01T08:00:00.000Z',
			'2026-11-08T08:00:00.000Z',
		]);
		expect(lines).toEqual([columns, ...rows].map((cells) => cells.join(',')));
	});

	it('are written into a Google sheet by the example for it, those of the same week over the old ones', async () => {
		const sheet = {
			authentication: 'serviceAccount',
			documentId: byId('spreadsheet-1'),
			sheetName: { __rl: true, mode: 'name', value: SHEET },
		};
		const file = exampleOf('page-analytics-to-google-sheets.json', {
			fill: { 'Write to the sheet': sheet },
			credentials: { 'Write to the sheet': googleAccount },
		});
		const workflow = await n8n.importWorkflow(file);
		const write = async () => {
			sandbox.requests.length = 0;
			const { error } = await n8n.run(workflow, 'Every Monday at 7:00');
			expect(error).toBeUndefined();
		};
		await write();
		const columns = [...ROW_START, ...SUMMARY];
		const written = structuredClone(google.rows);
		expect(written[0]).toEqual([...columns, 'week', 'pageName', 'key']);
		const rows = written.slice(1).map((row) => row.slice(0, columns.length));
		expect(rows).toEqual(await served(columns));

		google.rows[2]![columns.indexOf('totalSessions')] = 'not yet counted';
		google.rows.push(['a page', 'of another', 'week']);
		await write();
		expect(google.rows).toEqual([...written, ['a page', 'of another', 'week']]);
		expect(google.requests).toContain('POST oauth2.googleapis.com/token');
	});
});
