import { startWebServer } from '../../support/webServer';
import { builtIn } from '../harness/steps';
import { DEALS_FILE, dealsIn, sendDealsTwice } from '../job/deals';
import { exampleOf, FAULT, jsonOf, runWell, writesTo, type Example } from './example';

export const crmDeals: Example = {
	file: DEALS_FILE,
	async run(n8n, sandbox) {
		const workflow = await n8n.importExample(DEALS_FILE);
		await n8n.client.publish(workflow);
		expect(await sendDealsTwice(n8n, sandbox, workflow)).toEqual([]);

		// The others are written where one is refused, and no call is lost in silence.
		const call = async (body: object) => {
			const response = await n8n.post(workflow, body);
			return { status: response.status, answer: await response.json() };
		};
		const company = { name: 'Stark', domain: 'stark.example' };
		const deal = { id: 'D-2002', company };
		const notWritten = [
			{ dealId: 'D-2001', error: 'Account ID, Domain and Account Name are all empty. Set one of them' },
			{ error: expect.stringMatching(/^Idempotency Key must not be empty/) as string },
		];
		const deals = [{ id: 'D-2001' }, deal, { name: 'Without an ID', company }];
		expect(await call({ deals })).toMatchObject({
			status: 500,
			answer: { received: 3, entries: 1, notWritten },
		});
		expect(dealsIn(sandbox)).toContainEqual({ domain: company.domain, deal });
		expect(await call({})).toMatchObject({ status: 500, answer: { received: 0, entries: 0 } });
		await n8n.client.unpublish(workflow);
	},
};

/** To a Salesforce that takes all notes but the first. */
export const logNotes: Example = {
	file: 'account-log-entries-to-crm-note.json',
	async run(n8n, { store }) {
		const [trigger, note] = ['When a log entry is new', 'Add a note to the account'] as const;
		const { accountId } = store.accounts.all()[0]!;
		const log = store.accountLogs.of(accountId);
		const template = { ...log.all()[0]!, deletedAt: null };
		for (const { accountLogId } of [...log.all()]) log.remove(accountLogId);
		const added = [
			{ source: 'web-form', type: 'demo', payload: { message: 'Call me', seats: 25, team: { size: 3 } } },
			{ source: 'crm', type: 'deal', payload: { id: 'D-1' } },
			{ source: 'billing', type: 'i'.repeat(80), payload: {} },
		];
		for (const [n, entry] of added.entries()) log.add({ ...template, ...entry, accountLogId: `entry_${n}` });

		const answers = [{ status: 400 }, { status: 201, body: '{"id":"002000000000001","success":true}' }];
		const salesforce = await startWebServer(() => answers.shift()!);
		const oauthTokenData = { access_token: 'token-of-a-test', instance_url: salesforce.url };
		const crm = await n8n.client.createCredential('salesforceOAuth2Api', 'CRM', { oauthTokenData });
		const ParentId = '001000000000001';
		const fill = { [trigger]: { accountId }, [note]: { accountId: ParentId } };
		const file = exampleOf(logNotes.file, { fill, credentials: { [note]: crm } });
		const done = await runWell(n8n, file, trigger);
		await salesforce.close();

		const Title = 'Audience Page: demo from web-form';
		const refused = { accountLogId: 'entry_0', title: Title };
		expect(jsonOf(done.node('Notes that were not added'))).toMatchObject([refused]);
		expect(salesforce.requests.map(({ body }) => body)).toEqual([
			{ Title, ParentId, Body: 'message: Call me\nseats: 25\nteam: {"size":3}' },
			{ Title: `Audience Page: ${'i'.repeat(65)}`, ParentId, Body: '' },
		]);
	},
};

/** In the place of Slack stands a node that gives the text of the message. */
export const publishedAudiences: Example = {
	file: 'audience-published-to-chat-message.json',
	async run(n8n, { store }) {
		const [slack, trigger] = ['Tell the team', 'When an audience is published'] as const;
		const audiences = store.audiences.of(store.pages.all()[0]!.pageId).all();
		for (const [index, audience] of audiences.entries())
			audience.status = index === 0 || index === 2 ? 'published' : 'draft';
		audiences[0]!.customName = 'Acme, buying committee';
		const file = exampleOf(publishedAudiences.file);
		const told = file.nodes.find(({ name }) => name === slack)!;
		const value = { id: 'value', name: 'value', type: 'any', value: told.parameters.text as string };
		const assignments = { assignments: [value] };
		Object.assign(told, builtIn(slack, 'set', 3.4, { assignments, options: {} }));
		const done = await runWell(n8n, file, trigger);
		const [, second] = jsonOf(done.node(trigger));
		expect(jsonOf(done.node(slack)).map((json) => json.value)).toEqual([
			'The audience *Acme, buying committee* is published.',
			`The audience *${second?.effectiveName as string}* is published.`,
		]);
	},
};

export const topicEntries: Example = {
	file: 'topic-entries-from-a-table.json',
	async run(n8n, sandbox) {
		const topicId = sandbox.store.topicIds[0]!;
		const [other, refused, same, empty] = sandbox.store.topicEntries.of(topicId).all();
		const answer = 'A better answer.\n\nIn two parts.';
		const rows = [
			['topic_entry_unknown', 'For nobody'],
			[other!.topicEntryId, answer],
			[same!.topicEntryId, same!.content.content],
			[empty!.topicEntryId, ''],
			[refused!.topicEntryId, 'Refused at first'],
		];
		const table = rows.map(([id, text], n) => ({ row_number: n + 2, 'Entry ID': id, Answer: text }));
		const setup = { fill: { 'Get the entries': { topicId } }, pin: { 'Read the table': table } };
		const compare = async () => {
			sandbox.requests.length = 0;
			return await runWell(n8n, exampleOf(topicEntries.file, setup), 'Every day at 6:00');
		};
		const update = (entryId: string, content: string) => ({
			method: 'PATCH',
			path: `/v0/topics/${topicId}/entries/${entryId}`,
			body: { content: { type: other!.content.type, content } },
		});
		sandbox.failNext('unprocessable', {
			when: ({ path, method }) => method === 'PATCH' && path.endsWith(refused!.topicEntryId),
		});
		const first = await compare();
		const again = update(refused!.topicEntryId, 'Refused at first');
		expect(writesTo(sandbox)).toHaveLength(2);
		expect(writesTo(sandbox)).toEqual(expect.arrayContaining([update(other!.topicEntryId, answer), again]));
		expect(jsonOf(first.node('Rows without an entry'))).toEqual([
			{ entryId: 'topic_entry_unknown', answer: 'For nobody' },
		]);
		expect(jsonOf(first.node('Entries that were not updated'))).toEqual([
			{ entryId: refused!.topicEntryId, answer: 'Refused at first', error: FAULT },
		]);

		await compare();
		expect(writesTo(sandbox)).toEqual([again]);
	},
};
