import { generateKeyPairSync } from 'node:crypto';
import { startSandbox } from '../../service/sandbox';
import { SUMMARY_COLUMNS } from '../../support/analyticsColumns';
import { byId } from '../../support/locators';
import { exampleOf } from '../examples/example';
import { servedAnalytics } from '../examples/servedAnalytics';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { SHEET, startFakeGoogle } from './fakeGoogle';

const opened = new Opened();
afterAll(() => opened.close());

it('the example for Google Sheets writes rows of analytics, those of the same week over the old ones', async () => {
	const sandbox = opened.add(await startSandbox());
	const google = opened.add(await startFakeGoogle());
	const n8n = opened.add(await RealN8n.start(sandbox, { env: google.env }));
	const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
		.privateKey.export({ type: 'pkcs8', format: 'pem' })
		.toString();
	const account = { region: 'global', email: 'sheets@example.com', privateKey };
	const credential = await n8n.client.createCredential('googleApi', 'Google', account);
	const sheet = {
		authentication: 'serviceAccount',
		documentId: byId('spreadsheet-1'),
		sheetName: { __rl: true, mode: 'name', value: SHEET },
	};
	const file = exampleOf('page-analytics-to-google-sheets.json', {
		fill: { 'Write to the sheet': sheet },
		credentials: { 'Write to the sheet': credential },
	});
	const workflow = await n8n.importWorkflow(file);
	const write = async () => {
		sandbox.requests.length = 0;
		const { error } = await n8n.run(workflow, 'Every Monday at 7:00');
		expect(error).toBeUndefined();
	};

	await write();
	const written = structuredClone(google.rows);
	expect(written[0]).toEqual([...SUMMARY_COLUMNS, 'key']);
	const { summary } = await servedAnalytics(sandbox);
	const exact = SUMMARY_COLUMNS.slice(SUMMARY_COLUMNS.indexOf('to') + 1);
	const pages = sandbox.store.pages.all();
	const served = pages.map(({ pageId }) => summary.find((row) => row.pageId === pageId));
	expect(written.slice(1).map((row) => exact.map((column) => row[SUMMARY_COLUMNS.indexOf(column)]))).toEqual(
		served.map((row) => exact.map((column) => row![column] ?? '')),
	);
	expect(written.slice(1).map(([name]) => name)).toEqual(pages.map(({ name }) => name));

	google.rows[2]![SUMMARY_COLUMNS.indexOf('totalSessions')] = 'not yet counted';
	google.rows.push(['a page', 'of another', 'week']);
	await write();
	expect(google.rows).toEqual([...written, ['a page', 'of another', 'week']]);
});
