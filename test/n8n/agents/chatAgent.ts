/** *Chat with an agent that works in Audience Page*, with a model that follows a script. */
import { exampleOf, type Example } from '../examples/example';
import { startChatModel } from './chatModel';

const CHAT = 'When a message comes';

export const chatAgent: Example = {
	file: 'agent-with-audience-page-tools.json',
	/** A conversation: it looks things up, asks, writes with what it found, is refused once and corrects itself. */
	async run(n8n, sandbox) {
		const page = sandbox.store.pages.all()[1]!;
		const person = sandbox.store.persons.all()[3]!;
		const saved = { email: person.email!, name: person.name, domain: '', linkedinProfileUrl: '' };
		const errors: string[] = [];
		const model = await startChatModel(n8n);
		try {
			const setup = { fill: { [CHAT]: { public: true } }, credentials: { 'Chat model': model.credential } };
			const workflow = await n8n.importWorkflow(exampleOf(chatAgent.file, setup));
			await n8n.client.publish(workflow);
			const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT)!;
			const say = async (chatInput: string): Promise<string> => {
				const message = { action: 'sendMessage', sessionId: 'chat-1', chatInput };
				const response = await n8n.client.send(`/webhook/${webhookId}/chat`, message);
				return ((await response.json()) as { output: string }).output;
			};

			sandbox.requests.length = 0;
			model.script.push(
				{ tool: 'find_people', calls: [{ search: person.name }] },
				{ tool: 'find_pages', calls: [{ search: '' }] },
				'Shall I?',
			);
			expect(await say('An audience of the tour for Emmy, her number is 030 1234')).toBe('Shall I?');
			const { messages, tools } = model.asked()[0]!;
			expect(messages[0]?.content).toContain('wait until the user agrees');
			expect(tools).toHaveLength(5);

			const savePerson = (phoneNumber: string) => ({
				tool: 'create_or_update_person',
				calls: [{ ...saved, phoneNumber }],
			});
			model.script.push(
				(answers) => {
					const pages = JSON.parse(answers.at(-1)!) as Array<{ pageId: string; name: string }>;
					const { pageId } = pages.find(({ name }) => name === page.name)!;
					return { tool: 'create_audience_draft', calls: [{ pageId, name: person.name, context: 'A tour' }] };
				},
				savePerson('030 1234'),
				(answers) => {
					errors.push(answers.at(-1)!);
					return savePerson('+49301234');
				},
				{ tool: 'write_account_log_entry', calls: [{ domain: person.domain, note: 'It is set up.' }] },
				'Done',
			);
			expect(await say('Yes')).toBe('Done');
			expect(errors).toEqual([expect.stringContaining('Phone Number must be an international number')]);
			await n8n.client.unpublish(workflow);
		} finally {
			await model.close();
		}
		const payload = { note: 'It is set up.' };
		const idempotencyKey = expect.any(String) as string;
		const entry = { domain: person.domain, source: 'agent', type: 'note', payload, idempotencyKey };
		const audience = { customName: person.name, supplementaryContext: 'A tour', publishBehavior: 'draft' };
		const [byName, byEmail] = [person.name, person.email!].map(encodeURIComponent);
		expect(sandbox.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', `/v0/persons/search?query=${byName}&limit=10`, undefined],
			['GET', '/v0/pages/search?limit=20', undefined],
			['POST', `/v0/pages/${page.pageId}/audiences`, audience],
			['GET', `/v0/persons/search?query=${byEmail}&limit=100`, undefined],
			['PATCH', `/v0/persons/${person.personId}`, { phoneNumber: '+49301234' }],
			['POST', '/v0/account_logs', entry],
		]);
	},
};
