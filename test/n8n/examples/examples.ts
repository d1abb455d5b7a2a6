/**
 * All examples, each with what runs it: one for each file of `examples/`, in the order of their
 * names.
 */
import { byId } from '../../support/locators';
import { chatAgent } from '../agents/chatAgent';
import { mcpServer } from '../agents/mcpServer';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, TIME_ZONE } from '../job/analytics';
import { DEALS_FILE, dealsIn, sendDealsTwice } from '../job/deals';
import { contacts } from './contacts';
import type { Stage } from '../harness/useN8n';
import { byHand, FAULT, type Example } from './example';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const logNotes = byHand('account-log-entries-to-crm-note.json', () => ({
	gives: {
		'Write the note': [
			{ title: 'Audience Page: demo-request from web-form', body: matching(/"Please call me"/) },
			{ title: 'Audience Page: invoice-paid from billing' },
		],
		'Tell your team': [],
	},
}));

const publishedAudiences = byHand('audience-published-to-chat-message.json', ({ store }) => {
	// The trigger reads the pages in the order of their IDs.
	const pages = store.pages.all().toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1));
	const { pageId, name } = pages[0]!;
	for (const [n, audience] of store.audiences.of(pageId).all().entries())
		Object.assign(audience, {
			status: n === 0 ? 'published' : 'draft',
			customName: `Audience ${n}`,
		});
	const trigger = 'When an audience is published';
	return {
		pin: { [trigger]: null },
		gives: { [trigger]: [{ to: 'published', effectiveName: 'Audience 0', pageName: name }] },
	};
});

const crmDeals: Example = {
	file: DEALS_FILE,
	async run({ n8n, sandbox }) {
		const workflow = await n8n.importExample(DEALS_FILE);
		await n8n.client.publish(workflow);
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

		const post = async (deal: object) => {
			const answer = await n8n.post(workflow, deal);
			return { status: answer.status, ...((await answer.json()) as object) };
		};
		const company = { name: 'Stark', domain: 'stark.example' };
		const deal = { id: 'D-2001', stage: 'negotiation', company };
		const amounts = ['', '7500', '9,900.00'];
		const calls = [...amounts.map((amount) => ({ ...deal, amount })), { ...deal, stage: 'won' }];
		for (const call of [...calls, ...calls])
			expect(await post(call)).toMatchObject({ status: 200 });
		const written = dealsIn(sandbox).filter(({ dealId }) => dealId === deal.id);
		expect(written.map(({ stage, amount }) => [stage, amount])).toEqual([
			...amounts.map((amount) => [deal.stage, amount]),
			['won', null],
		]);

		// The CRM is told why, and to send the deal again.
		const noValue = {
			status: 500,
			error: matching(/^Idempotency Key .*one of its values is empty/),
		};
		for (const missing of [{ id: '' }, { stage: null }, { company: { name: 'Stark' } }])
			expect(await post({ ...deal, ...missing })).toMatchObject(noValue);
		expect(await post({ results: [deal] })).toMatchObject(noValue);
		sandbox.failNext('unprocessable');
		const refused = await post({ ...deal, stage: 'lost' });
		expect(refused).toMatchObject({ status: 500, stage: 'lost', error: matching(RegExp(FAULT)) });
		await n8n.client.unpublish(workflow);
	},
};

const newPersons = byHand('new-person-to-audience-for-a-page.json', ({ store }) => {
	const create = 'Create a draft audience';
	const supplementaryContext = matching(/Ada Lovelace, who works at engines\.example\./);
	const audience = {
		customName: 'Ada Lovelace (engines.example)',
		status: 'draft',
		supplementaryContext,
	};
	return {
		fill: { [create]: { pageId: byId(store.pages.all()[0]!.pageId) } },
		pin: { [create]: null },
		gives: { [create]: [audience] },
	};
});

const pageAnalytics = byHand('page-analytics-to-google-sheets.json', ({ store }) => {
	const totalSessions: unknown = expect.any(Number);
	const rows = store.pages.all().map(({ name: pageName, pageId }) => {
		const key = matching(RegExp(`^\\d{4}-\\d\\d-\\d\\d ${pageId}$`));
		return expect.objectContaining({ pageName, totalSessions, key }) as unknown;
	});
	return { gives: { 'Add the key': expect.arrayContaining(rows) as unknown[] } };
});

const topicEntries = byHand('topic-entries-from-a-table.json', (sandbox) => {
	const { store } = sandbox;
	const topicId = store.topicIds[0]!;
	const [entry, other] = store.topicEntries.of(topicId).all();
	const { topicEntryId, content } = entry!;
	const row = { 'Entry ID': topicEntryId, Type: content.type, Answer: 'Better.\n\nIn two parts.' };
	const unknown = { ...row, 'Entry ID': 'topic_entry_unknown' };
	sandbox.failNext('unprocessable', { when: ({ path }) => path.endsWith('topic_entry_unknown') });
	const empty = { ...row, 'Entry ID': other!.topicEntryId, Answer: '' };
	return {
		fill: { 'Update the entry': { topicId } },
		pin: { 'Read the table': [unknown, row, empty], 'Update the entry': null },
		gives: {
			'Update the entry': [{ topicEntryId, content: { type: row.Type, content: row.Answer } }],
			'Tell your team': [{ ...unknown, error: matching(RegExp(FAULT)) }],
		},
	};
});

const weeklyAnalytics: Example = {
	file: ANALYTICS_FILE,
	async run({ n8n, sandbox }) {
		const file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
		expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
	},
};

export const EXAMPLES: Example[] = [
	logNotes,
	chatAgent,
	publishedAudiences,
	contacts,
	crmDeals,
	mcpServer,
	newPersons,
	pageAnalytics,
	topicEntries,
	weeklyAnalytics,
];

export function testExamples(stage: Stage): void {
	it.each(EXAMPLES)('runs examples/$file', async ({ run }) => {
		await run(stage);
		const unexpected = stage.sandbox.requests.filter(
			({ status, fault }) => status >= 300 && fault === undefined,
		);
		expect(unexpected).toEqual([]);
	});
}
