/** All examples, each with what runs it: one for each file of `examples/`, in the order of their names. */
import type { IDataObject } from 'n8n-workflow';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { chatAgent } from '../agents/chatAgent';
import { mcpServer } from '../agents/mcpServer';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, TIME_ZONE } from '../job/analytics';
import { DEALS_FILE, dealsIn, sendDealsTwice } from '../job/deals';
import { byHand, exampleOf, FAULT, type Example } from './example';

const EVERY_MONDAY = 'Every Monday at 7:00';
const WEEKS = 52;

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const refuse = (sandbox: Sandbox, field: string, value: string): void =>
	sandbox.failNext('unprocessable', {
		when: ({ body }) => (body as IDataObject | undefined)?.[field] === value,
	});

const yearOfWeeks: Example = {
	file: 'a-year-of-weeks-to-spreadsheet.json',
	async run(n8n, { store }) {
		const done = await n8n.runFile(exampleOf(yearOfWeeks.file), 'When clicking Execute workflow');
		const { data: file } = done.node('Excel file').items[0]!.binary!;
		const [header, ...rows] = await readSheet(await n8n.client.download(file!), 'Weeks');
		const rates = ['Conversion rate %', 'Form submit rate %', 'Bounce rate %'];
		expect(header).toEqual(['Page', 'From', 'To', 'Sessions', ...rates, 'Page ID']);
		expect(file!.fileName).toBe(`page-analytics-${String(rows[0]![1])}-to-${String(rows.at(-1)![2])}.xlsx`);
		const pages = store.pages.all().flatMap(({ name }) => Array<string>(WEEKS).fill(name));
		expect(rows.map(([page]) => page)).toEqual(pages);
		for (const [, from, , sessions] of rows)
			expect([new Date(String(from)).getUTCDay(), sessions]).toEqual([1, expect.any(Number)]);
		const percentages = rows.map((row) => Number(row[4])); // not parts of 1
		expect(Math.max(...percentages)).toBeGreaterThan(1);
		expect(Math.max(...percentages)).toBeLessThanOrEqual(100);
	},
};

const logNotes = byHand('account-log-entries-to-crm-note.json', 'When a log entry is new', () => {
	const entries = [
		{ source: 'web-form', type: 'demo', payload: { message: 'Call me', seats: 25, team: { size: 3 } } },
		{ source: 'crm', type: 'deal', payload: { id: 'D-1' } },
	];
	const Body = 'message: Call me\nseats: 25\nteam: {"size":3}';
	return {
		pin: { 'When a log entry is new': entries, 'Add a note to the account': [{}] },
		gives: { 'Write the note': [{ title: 'Audience Page: demo from web-form', body: Body }] },
	};
});

const publishedAudiences = byHand(
	'audience-published-to-chat-message.json',
	'When an audience is published',
	({ store: { pages, audiences } }) => {
		for (const [n, audience] of audiences.of(pages.all()[0]!.pageId).all().entries())
			Object.assign(audience, { status: n === 0 ? 'published' : 'draft', customName: `Audience ${n}` });
		const published = [{ to: 'published', effectiveName: 'Audience 0' }];
		const pin = { 'Tell the team': [{ ok: true }] };
		return { pin, gives: { 'When an audience is published': published } };
	},
);

const contacts = byHand('contacts-from-spreadsheet-to-persons.json', 'Upload contacts', (sandbox) => {
	const [changed, same] = sandbox.store.persons.all();
	const [ada, refused] = ['Ada Lovelace', 'Refused'];
	const domain = 'Engines.example';
	const rows = [
		{ Name: ada, Email: ' Ada@Engines.example', Phone: '0049 (0)30/12-34', Domain: domain },
		{ Name: changed!.name, Email: changed!.email, Phone: '+15550009999', Domain: '' },
		{ Name: same!.name, Email: same!.email, Phone: same!.phoneNumber, Domain: same!.domain },
		{ Name: 'Nobody', Email: '' },
		{ Name: refused, Email: 'refused@engines.example' },
		{ Name: ada, Email: 'ADA@engines.example' },
	];
	refuse(sandbox, 'name', refused);
	const create = (name: string, body: object) => ({
		...{ method: 'POST', path: '/v0/persons', body: { name, ...body } },
	});
	const Contacts = { filename: 'contacts.csv' };
	const notWritten = ['Nobody: Email must not be empty', `Refused, refused@engines.example: ${FAULT}`];
	return {
		pin: { 'Upload contacts': [{ Contacts }], 'Read the CSV file': rows, 'Show the result': [{}] },
		gives: {
			'Count the rows': [
				{
					created: 1,
					updated: 1,
					unchanged: 2,
					notWritten: notWritten.map((text) => matching(RegExp(text))),
				},
			],
		},
		writes: [
			create(ada, { email: 'Ada@Engines.example', phoneNumber: '+49301234', domain: 'engines.example' }),
			create(refused, { email: 'refused@engines.example' }),
			{ method: 'PATCH', path: `/v0/persons/${changed!.personId}`, body: { phoneNumber: '+15550009999' } },
		],
	};
});

const crmDeals: Example = {
	file: DEALS_FILE,
	async run(n8n, sandbox) {
		const workflow = await n8n.importExample(DEALS_FILE);
		await n8n.client.publish(workflow);
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

		// The others are written where one is refused, and no call is lost in silence.
		const company = { name: 'Stark', domain: 'stark.example' };
		const deal = { id: 'D-2002', company };
		const deals = [{ id: 'D-2001' }, deal, { name: 'Without an ID', company }];
		const response = await n8n.post(workflow, { deals });
		expect(response.status).toBe(500);
		expect(await response.json()).toMatchObject({
			...{ received: 3, entries: 1 },
			notWritten: [
				{ dealId: 'D-2001', error: 'Account ID, Domain and Account Name are all empty. Set one of them' },
				{ error: matching(/^Idempotency Key must not be empty/) },
			],
		});
		expect(dealsIn(sandbox)).toContainEqual({ domain: company.domain, deal });
		await n8n.client.unpublish(workflow);
	},
};

const newPersons = byHand('new-person-to-audience-for-a-page.json', 'When a person is new', (sandbox) => {
	const { pageId } = sandbox.store.pages.all()[0]!;
	const domain = 'new.example';
	const persons = [{ name: 'Grace', domain }, { name: 'Of No Company' }, { name: 'Refused', domain }];
	refuse(sandbox, 'customName', 'Refused (new.example)');
	const created = (name: string) => ({
		...{ method: 'POST', path: `/v0/pages/${pageId}/audiences` },
		body: {
			...{ publishBehavior: 'draft', customName: `${name} (new.example)` },
			supplementaryContext: matching(RegExp(`${name}, who works at new.example\\.`)),
		},
	});
	return {
		fill: { 'Create a draft audience': { pageId: byId(pageId) } },
		pin: { 'When a person is new': persons },
		gives: { 'People without an audience': [{ person: 'Refused (new.example)', error: FAULT }] },
		writes: [created('Grace'), created('Refused')],
	};
});

const pageAnalytics = byHand('page-analytics-to-google-sheets.json', EVERY_MONDAY, (sandbox) => {
	const pages = sandbox.store.pages.all();
	const { pageId, name: pageName } = pages[1]!;
	sandbox.failNext('unprocessable', { when: ({ path }) => path.includes(`${pageId}/analytics`) });
	const rows = pages.toSpliced(1, 1).map((page) => ({
		...{ pageId: page.pageId, pageName: page.name, totalSessions: expect.any(Number) as unknown },
		key: matching(RegExp(`^\\d{4}-\\d\\d-\\d\\d ${page.pageId}$`)),
	}));
	return {
		pin: { 'Write to the sheet': [{}] },
		gives: { 'Add the key': rows, 'Pages without metrics': [{ pageId, pageName, error: FAULT }] },
	};
});

const topicEntries = byHand('topic-entries-from-a-table.json', 'Every day at 6:00', (sandbox) => {
	const topicId = sandbox.store.topicIds[0]!;
	const [other, refused, same, empty] = sandbox.store.topicEntries.of(topicId).all();
	const rows: Array<[entryId: string, answer: string]> = [
		['topic_entry_unknown', 'For nobody'],
		[other!.topicEntryId, 'A better answer.\n\nIn two parts.'],
		[same!.topicEntryId, same!.content.content],
		[empty!.topicEntryId, ''],
		[refused!.topicEntryId, 'Refused'],
	];
	const path = (id: string) => `/v0/topics/${topicId}/entries/${id}`;
	sandbox.failNext('unprocessable', {
		when: (request) => request.method === 'PATCH' && request.path === path(refused!.topicEntryId),
	});
	const { type } = other!.content;
	const update = ([id, content]: [string, string]) => ({
		...{ method: 'PATCH', path: path(id), body: { content: { type, content } } },
	});
	return {
		fill: { 'Get the entries': { topicId } },
		pin: { 'Read the table': rows.map(([id, Answer]) => ({ 'Entry ID': id, Answer })) },
		gives: {
			'Rows without an entry': [{ entryId: 'topic_entry_unknown', answer: 'For nobody' }],
			'Entries that were not updated': [{ entryId: refused!.topicEntryId, answer: 'Refused', error: FAULT }],
		},
		writes: [update(rows[1]!), update(rows[4]!)],
	};
});

const weeklyAnalytics: Example = {
	file: ANALYTICS_FILE,
	async run(n8n, sandbox) {
		const file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
		expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
	},
};

const weeklyReport = byHand('weekly-report-by-email.json', EVERY_MONDAY, ({ store }) => {
	store.pages.all()[0]!.name = `<img src=x> & 'co'`; // a part of the HTML, were it not escaped
	const subject = matching(/^Your pages, \d+ \w+( \d{4})? to \d+ \w+ \d{4}: [\d,]+ sessions/);
	const html: unknown = expect.stringContaining('&#60;img src=x&#62; &#38; &#39;co&#39;');
	const broken: unknown = expect.not.stringMatching(/<img|undefined|NaN|Infinity|\[object/);
	return {
		pin: { 'Send the report': [{ accepted: [] }] },
		gives: { 'Write the report': [{ subject, html }], 'See the report': [{ html: broken }] },
	};
});

export const EXAMPLES: Example[] = [
	...[yearOfWeeks, logNotes, chatAgent, publishedAudiences, contacts, crmDeals],
	...[mcpServer, newPersons, pageAnalytics, topicEntries, weeklyAnalytics, weeklyReport],
];
