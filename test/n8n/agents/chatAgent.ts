/** *Chat with an agent that works in Audience Page*, with a model that follows a script. */
import { exampleOf, writesTo, type Example } from '../examples/example';
import { startChatModel } from './chatModel';

const CHAT = 'When a message comes';

export const chatAgent: Example = {
	file: 'agent-with-audience-page-tools.json',
	/**
	 * It looks things up, writes with what it found, is refused once and corrects itself. Its last
	 * call it makes twice at once: each is a run of its own, and is written once although an answer
	 * is lost.
	 */
	async run({ n8n, sandbox }) {
		const { pageId } = sandbox.store.pages.all()[1]!;
		const { personId, name, email, domain } = sandbox.store.persons.all()[3]!;
		const use = (tool: string, ...calls: object[]) => ({ tool, calls });
		const person = { email, name, domain: '', linkedinProfileUrl: '' };
		const note = { domain, note: 'It is set up.' };
		const model = await startChatModel(n8n, [
			use('find_people', { search: name }),
			use('find_pages', { search: '' }),
			use('create_audience_draft', { pageId, name, context: 'A tour' }),
			use('create_or_update_person', { ...person, phoneNumber: '030 1234' }),
			use('create_or_update_person', { ...person, phoneNumber: '+49301234' }),
			use('write_account_log_entry', note, note),
			'Done',
		]);
		const setup = {
			fill: { [CHAT]: { public: true } },
			credentials: { 'Chat model': model.credential },
		};
		const workflow = await n8n.importWorkflow(exampleOf(chatAgent.file, setup));
		await n8n.client.publish(workflow);
		sandbox.failNext('resetAfter', { when: ({ path }) => path === '/v0/account_logs' });

		const { webhookId } = workflow.nodes.find((node) => node.name === CHAT)!;
		const message = { action: 'sendMessage', sessionId: 'chat-1', chatInput: 'Set the tour up' };
		const answer = await n8n.client.send(`/webhook/${webhookId}/chat`, message);
		expect(await answer.json()).toEqual({ output: 'Done' });
		const { messages, tools } = model.lastQuestion();
		expect(messages[0]?.content).toContain('wait until the user agrees');
		expect(tools).toHaveLength(5);
		const fromTools = messages.filter(({ role }) => role === 'tool');
		const [people, pages, , refused] = fromTools.map(({ content }) => content);
		expect(people).toContain(personId);
		expect(pages).toContain(pageId);
		expect(refused).toContain('Phone Number has no country code');
		const entry = { domain, source: 'agent', type: 'note', payload: { note: note.note } };
		const audience = { customName: name, supplementaryContext: 'A tour', publishBehavior: 'draft' };
		const log = { method: 'POST', path: '/v0/account_logs', body: entry };
		expect(writesTo(sandbox)).toMatchObject([
			{ method: 'POST', path: `/v0/pages/${pageId}/audiences`, body: audience },
			{ method: 'PATCH', path: `/v0/persons/${personId}`, body: { phoneNumber: '+49301234' } },
			...[log, log, log],
		]);
		await n8n.client.unpublish(workflow);
		await model.close();
	},
};
