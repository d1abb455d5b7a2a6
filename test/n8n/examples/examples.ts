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
import deals from './deals.json';
import { byHand, type Example } from './example';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const logNotes = byHand('account-log-entries-to-crm-note.json', () => ({
	gives: {
		'Write the note': [
			{
				title: 'Audience Page: demo-request from web-form',
				body: 'message: Please call me\nseats: 25',
			},
			{ title: 'Audience Page: invoice-paid from billing' },
		],
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
	async run(n8n, sandbox) {
		const workflow = await n8n.importExample(DEALS_FILE);
		await n8n.client.publish(workflow);
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

		const post = async (body: object) => {
			const response = await n8n.post(workflow, body);
			return { ...((await response.json()) as object), status: response.status };
		};
		// What can never be written is no reason to send all again; a service that refuses everybody
		// is.
		const company = { name: 'Stark', domain: 'stark.example' };
		const deal = { id: 'D-2002', stage: 'negotiation', amount: 7500, company };
		sandbox.failNext('unprocessable', { when: ({ rawBody }) => rawBody.includes('Acme') });
		expect(await post([deal, ...deals.refused.map((one) => one.deal)])).toMatchObject({
			...{ status: 200, received: 1 + deals.refused.length, inTheLog: 1 },
			refused: deals.refused.map(({ deal: one, error }, n) => ({
				...{ row: n + 2, dealId: one?.id ?? null, error: matching(RegExp(error)) },
			})),
		});
		const won = { ...deal, stage: 'closed-won', amount: 9900 };
		for (const status of [401, 404, 425]) {
			sandbox.settings.instead = (request) => {
				request.fault = 'unavailable'; // as it were
				return { status };
			};
			expect(await post(won)).toMatchObject({ status: 500, received: 1, inTheLog: 0 });
		}
		sandbox.settings.instead = () => undefined;
		expect(await post({ deals: [won, won] })).toEqual({
			status: 200,
			received: 2,
			inTheLog: 2,
			refused: [],
		});
		const tooLong = [{ error: matching(/^This deal has an ID of so many digits/) }];
		expect(await post({ ...won, id: 2 ** 60 })).toMatchObject({ refused: tooLong });
		expect(await post({ deals: [] })).toEqual({
			status: 200,
			received: 0,
			inTheLog: 0,
			refused: [],
		});
		const refused = [{ row: 1, error: matching(/^This call has no deals. As JSON /) }];
		expect(await post({ results: [won] })).toMatchObject({ status: 400, received: 1, refused });
		// What is a new entry: another stage, amount or account; not the same in other digits or as an
		// address.
		const amounts = ['48,000.00', '52,000.00', 1200.5].map((amount) => ({ ...deal, amount }));
		const moved = { ...deal, company: { name: 'Wayne', domain: 'wayne.example' } };
		const respelled = { ...deal, company: { name: 'Wayne', domain: 'https://www.Wayne.example/' } };
		expect(await post([...amounts, moved])).toMatchObject({ received: 4, inTheLog: 4 });
		const again = [{ ...deal, amount: '1200.50' }, respelled];
		expect(await post(again)).toMatchObject({ received: 2, inTheLog: 2 });
		// In one call, the service would take it for the first.
		const twice = [{ row: 2, error: matching(/^This call has the deal twice/) }];
		expect(await post([moved, respelled])).toMatchObject({
			status: 200,
			inTheLog: 1,
			refused: twice,
		});
		const entries = [deal, won, ...amounts, moved];
		const written = dealsIn(sandbox).filter((one) => one.deal.id === deal.id);
		expect(written).toEqual(entries.map((one) => ({ domain: one.company.domain, deal: one })));
		// The domain of mailboxes or profiles is no company's; one that begins alike may be.
		const ofDomain = (domain: string) => ({ id: `D-${domain}`, stage: 'new', company: { domain } });
		const none = { error: matching(/^This deal has no company/) };
		const ofDomains = await post([...deals.ownDomains, ...deals.otherDomains].map(ofDomain));
		expect(ofDomains).toMatchObject({ refused: deals.otherDomains.map(() => none) });
		// A stage may be in several places.
		const staged = (place: object) => ({ id: 'P-2', ...place, company });
		const stages = deals.stages.map(staged);
		expect(await post([...stages, ...stages])).toMatchObject({ refused: [] });
		for (const place of deals.stagesAgain)
			expect(await post(staged(place))).toMatchObject({ inTheLog: 1, refused: [] });
		expect(dealsIn(sandbox).filter(({ deal: { id } }) => id.trim() === 'P-2')).toHaveLength(
			stages.length,
		);
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
	const rows = store.pages.all().map((page) => ({
		...{ pageId: page.pageId, pageName: page.name, totalSessions: expect.any(Number) as unknown },
		key: matching(RegExp(`^\\d{4}-\\d\\d-\\d\\d ${page.pageId}$`)),
	}));
	return { gives: { 'Add the key': rows } };
});

const topicEntries = byHand('topic-entries-from-a-table.json', ({ store }) => {
	const topicId = store.topicIds[0]!;
	const [other, same] = store.topicEntries.of(topicId).all();
	const rows = [
		{ 'Entry ID': 'topic_entry_unknown', Answer: 'For nobody' },
		{ 'Entry ID': other!.topicEntryId, Answer: 'A better answer.\n\nIn two parts.' },
		{ 'Entry ID': same!.topicEntryId, Answer: same!.content.content },
	];
	const content = { type: other!.content.type, content: rows[1]!.Answer };
	return {
		fill: { 'Get the entries': { topicId } },
		pin: { 'Read the table': rows, 'Get the entries': null, 'Update the entry': null },
		gives: {
			'Rows without an entry': [{ entryId: 'topic_entry_unknown', answer: 'For nobody' }],
			'Update the entry': [{ topicEntryId: other!.topicEntryId, content }],
		},
	};
});

const weeklyAnalytics: Example = {
	file: ANALYTICS_FILE,
	async run(n8n, sandbox) {
		const file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
		expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
	},
};

export const EXAMPLES: Example[] = [
	...[logNotes, chatAgent, publishedAudiences, contacts, crmDeals, mcpServer, newPersons],
	...[pageAnalytics, topicEntries, weeklyAnalytics],
];
