import { generateKeyPairSync } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { AUDIENCE_COUNTS, ROW_START, SUMMARY } from '../../support/analyticsColumns';
import { byId } from '../../support/locators';
import { exampleOf } from '../examples/example';
import { servedAnalytics } from '../examples/sandboxRecords';
import type { StoredCredential } from '../harness/client';
import { RealN8n } from '../harness/RealN8n';
import type { NodeRun } from '../harness/run';
import { readRows } from '../harness/spreadsheet';
import { audiencePage, INPUT, NODE, START, workflowWith, type Link, type Step } from '../harness/steps';
import { SHEET, startFakeGoogle, type FakeGoogle } from './fakeGoogle';

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Dates as expressions give them. */
const DATES = {
	period: 'custom',
	startDate: '={{ DateTime.fromISO("2026-11-01T08:00:00Z") }}',
	endDate: '={{ new Date("2026-11-08T08:00:00Z") }}',
};

/** Reads the figures of every page that the items name. */
const analytics = (operation: string, parameters: INode['parameters'] = {}): Step =>
	audiencePage({
		resource: 'analytics',
		operation,
		pageId: byId('={{ $json.pageId }}'),
		...parameters,
	});

const toFile = (operation: string): Step => ({
	name: 'File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation, options: {} },
});

describe('rows of analytics, with no node between', () => {
	let sandbox: Sandbox;
	let google: FakeGoogle;
	let n8n: RealN8n;
	let toSheet: Step;
	let googleAccount: StoredCredential;

	beforeAll(async () => {
		sandbox = await startSandbox();
		google = await startFakeGoogle();
		n8n = await RealN8n.start(sandbox, { env: google.env });
		const { privateKey } = generateKeyPairSync('rsa', {
			modulusLength: 2048,
			privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
			publicKeyEncoding: { type: 'spki', format: 'pem' },
		});
		const { id, name } = await n8n.client.createCredential('googleApi', 'Google', {
			region: 'global',
			email: 'sheets@example.com',
			privateKey,
		});
		toSheet = {
			name: 'Sheet',
			type: 'n8n-nodes-base.googleSheets',
			typeVersion: 4.7,
			parameters: {
				authentication: 'serviceAccount',
				resource: 'sheet',
				operation: 'append',
				documentId: byId('spreadsheet-1'),
				sheetName: { __rl: true, mode: 'name', value: SHEET },
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
				options: {},
			},
			credentials: { googleApi: { id, name } },
		};
		googleAccount = { id, name, type: 'googleApi' };
	});

	afterAll(async () => {
		await n8n.close();
		await google.close();
		await sandbox.close();
	});

	beforeEach(() => {
		google.rows.length = 0;
		google.requests.length = 0;
	});

	const pageIds = (): string[] => sandbox.store.pages.all().map(({ pageId }) => pageId);

	/** Runs analytics of all pages straight into another node. */
	async function runInto(step: Step, from: Step): Promise<NodeRun> {
		sandbox.requests.length = 0;
		const links: Link[] = [
			[INPUT, NODE],
			[NODE, step.name],
		];
		const pages = pageIds().map((pageId) => ({ pageId }));
		const run = await n8n.run(await n8n.importWorkflow(workflowWith(pages, [from, step], links)), START);
		expect(run.error).toBeUndefined();
		return run.node(step.name);
	}

	const fileOf = async ({ items }: NodeRun): Promise<Buffer> =>
		await n8n.client.download(items[0]!.binary!.data!);

	/** What was served in the latest run, in the order of the pages; what has no value is `empty`. */
	async function served(columns: string[], empty: '' | null): Promise<unknown[][]> {
		const { summary, audiences } = await servedAnalytics(sandbox);
		const rows = columns.includes('audienceId') ? audiences : summary;
		return pageIds()
			.flatMap((pageId) => rows.filter((row) => row.pageId === pageId))
			.map((row) => columns.map((column) => row[column] ?? empty));
	}

	describe.each([
		['getSummary', [...ROW_START, ...SUMMARY]],
		['getAudiences', [...ROW_START, 'audienceId', ...SUMMARY, ...AUDIENCE_COUNTS]],
	])('of %s', (operation, columns) => {
		it('are a CSV file', async () => {
			const file = await fileOf(await runInto(toFile('csv'), analytics(operation, { period: 'allTime' })));
			const lines = file.toString('utf8').replace(BYTE_ORDER_MARK, '').trim().split('\n');
			const rows = await served(columns, '');
			expect(rows.length).toBeGreaterThan(1);
			expect(rows[0]?.slice(0, 3)).toEqual([pageIds()[0], '', '']);
			expect(lines).toEqual([columns, ...rows].map((cells) => cells.join(',')));
		});

		it('are an .xlsx file', async () => {
			const rows = await readRows(
				await fileOf(await runInto(toFile('xlsx'), analytics(operation, DATES))),
				'Sheet',
			);
			const expected = await served(columns, null);
			expect(expected[0]?.slice(1, 3)).toEqual(['2026-11-01T08:00:00.000Z', '2026-11-08T08:00:00.000Z']);
			expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => columns));
			expect(rows.map((row) => Object.values(row))).toEqual(expected);
		});

		it('are appended to a Google sheet by their names, those of the next run below', async () => {
			await runInto(toSheet, analytics(operation, { period: 'allTime' }));
			const first = await served(columns, '');
			expect(google.rows).toEqual([columns, ...first]);

			await runInto(toSheet, analytics(operation, { period: 'lastWeek' }));
			const second = await served(columns, '');
			expect(second[0]?.slice(1, 3)).not.toContain('');
			expect(google.rows).toEqual([columns, ...first, ...second]);
			expect(google.requests).toContain('POST oauth2.googleapis.com/token');
		});
	});

	it('are written into a Google sheet by the example for it, those of the same week over the old ones', async () => {
		const { authentication, documentId, sheetName } = toSheet.parameters;
		const file = exampleOf('page-analytics-to-google-sheets.json', {
			fill: { 'Write to the sheet': { authentication, documentId, sheetName } },
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
		expect(rows).toEqual(await served(columns, ''));

		google.rows[2]![columns.indexOf('totalSessions')] = 'not yet counted';
		google.rows.push(['a page', 'of another', 'week']);
		await write();
		expect(google.rows).toEqual([...written, ['a page', 'of another', 'week']]);
	});
});
