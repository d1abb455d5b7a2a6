/** *Chat with an agent that works in Audience Page*, with a model that follows a script. */
import { exampleOf, writesTo, type Example } from '../examples/example';
import { answersIn, startChatModel } from './chatModel';

const CHAT = 'When a message comes';

export const chatAgent: Example = {
	file: 'agent-with-audience-page-tools.json',
	/** It looks things up, writes with what it found, is refused once and corrects itself. */
	async run(n8n, sandbox) {
		const { pageId } = sandbox.store.pages.all()[1]!;
		const { personId, name, email, domain } = sandbox.store.persons.all()[3]!;
		const model = await startChatModel(n8n);
		const setup = {
			fill: { [CHAT]: { public: true } },
			credentials: { 'Chat model': model.credential },
		};
		const workflow = await n8n.importWorkflow(exampleOf(chatAgent.file, setup));
		await n8n.client.publish(workflow);
		const { webhookId } = workflow.nodes.find((node) => node.name === CHAT)!;
		const use = (tool: string, call: object) => ({ tool, calls: [call] });
		const save = (phoneNumber: string) =>
			use('create_or_update_person', {
				email,
				name,
				domain: '',
				linkedinProfileUrl: '',
				phoneNumber,
			});

		sandbox.requests.length = 0;
		model.script.push(
			...[use('find_people', { search: name }), use('find_pages', { search: '' })],
			use('create_audience_draft', { pageId, name, context: 'A tour' }),
			...[save('030 1234'), save('+49301234')],
			use('write_account_log_entry', { domain, note: 'It is set up.' }),
			'Done',
		);
		const message = { action: 'sendMessage', sessionId: 'chat-1', chatInput: 'Set the tour up' };
		const said = await n8n.client.send(`/webhook/${webhookId}/chat`, message);
		expect(await said.json()).toEqual({ output: 'Done' });
		const { messages, tools } = model.asked().at(-1)!;
		expect(messages[0]?.content).toContain('wait until the user agrees');
		expect(tools).toHaveLength(5);
		const [people, pages, , refused] = answersIn(model.asked().at(-1)!);
		expect([people, pages]).toEqual([
			expect.stringContaining(personId),
			expect.stringContaining(pageId),
		]);
		expect(refused).toContain('Phone Number has no country code');
		const entry = { domain, source: 'agent', type: 'note', payload: { note: 'It is set up.' } };
		const audience = { customName: name, supplementaryContext: 'A tour', publishBehavior: 'draft' };
		expect(writesTo(sandbox)).toMatchObject([
			{ method: 'POST', path: `/v0/pages/${pageId}/audiences`, body: audience },
			{ method: 'PATCH', path: `/v0/persons/${personId}`, body: { phoneNumber: '+49301234' } },
			{ method: 'POST', path: '/v0/account_logs', body: entry },
		]);
		await n8n.client.unpublish(workflow);
		await model.close();
	},
};
