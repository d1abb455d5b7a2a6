/** *Chat with an agent that works in Audience Page*, with a model that follows a script. */
import type { Sandbox } from '../../service/sandbox';
import { exampleOf, type Example } from '../examples/example';
import type { RealN8n } from '../harness/RealN8n';
import { credentialFor, startChatModel } from './chatModel';

const FILE = 'agent-with-audience-page-tools.json';
const CHAT = 'When a message comes';

/** A conversation: it looks things up, asks, writes with what it found, is refused once and corrects itself. */
async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const page = sandbox.store.pages.all()[1]!;
	const person = sandbox.store.persons.all()[3]!;
	const saved = { email: person.email!, name: person.name, domain: '', linkedinProfileUrl: '' };
	const question = `Shall I set up an audience of ${page.name} for ${person.name}, and save the phone number?`;
	const errors: string[] = [];
	const model = await startChatModel();
	try {
		const credential = await credentialFor(model, n8n);
		const fill = { [CHAT]: { public: true } };
		const file = exampleOf(FILE, { fill, credentials: { 'Chat model': credential } });
		const workflow = await n8n.importWorkflow(file);
		await n8n.client.publish(workflow);
		const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT)!;
		const say = async (chatInput: string): Promise<string> => {
			const response = await fetch(`${n8n.url}/webhook/${webhookId}/chat`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId: 'chat-1', chatInput }),
			});
			const { output } = (await response.json()) as { output: string };
			return output;
		};

		sandbox.requests.length = 0;
		model.script.push(
			{ tool: 'find_people', calls: [{ search: person.name }] },
			{ tool: 'find_pages', calls: [{ search: '' }] },
			question,
		);
		expect(await say('An audience of the tour for Emmy, her number is 030 1234')).toBe(question);
		const [{ messages, tools = [] }] = model.asked() as [ReturnType<typeof model.asked>[number]];
		expect(messages[0]?.content).toContain('wait until the user agrees');
		expect(tools).toHaveLength(5);

		model.script.push(
			(answers) => {
				const pages = JSON.parse(answers.at(-1)!) as Array<{ pageId: string; name: string }>;
				const { pageId } = pages.find(({ name }) => name === page.name)!;
				const context = `For ${person.name}`;
				return { tool: 'create_audience_draft', calls: [{ pageId, name: person.name, context }] };
			},
			{ tool: 'create_or_update_person', calls: [{ ...saved, phoneNumber: '030 1234' }] },
			(answers) => {
				errors.push(answers.at(-1)!);
				return { tool: 'create_or_update_person', calls: [{ ...saved, phoneNumber: '+49301234' }] };
			},
			{ tool: 'write_account_log_entry', calls: [{ domain: person.domain, note: 'An audience is set up.' }] },
			'Done',
		);
		expect(await say('Yes')).toBe('Done');
		expect(model.script).toEqual([]);
		expect(errors).toEqual([expect.stringContaining('Phone Number must be an international number')]);
		await n8n.client.unpublish(workflow);
	} finally {
		await model.close();
	}
	const audience = {
		publishBehavior: 'draft',
		customName: person.name,
		supplementaryContext: `For ${person.name}`,
	};
	const entry = {
		domain: person.domain,
		source: 'agent',
		type: 'note',
		payload: { note: 'An audience is set up.' },
		idempotencyKey: expect.any(String) as string,
	};
	const [byName, byEmail] = [person.name, person.email!].map(encodeURIComponent);
	expect(sandbox.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
		['GET', `/v0/persons/search?query=${byName}&limit=10`, undefined],
		['GET', '/v0/pages/search?limit=20', undefined],
		['POST', `/v0/pages/${page.pageId}/audiences`, audience],
		['GET', `/v0/persons/search?query=${byEmail}&limit=100`, undefined],
		['PATCH', `/v0/persons/${person.personId}`, { phoneNumber: '+49301234' }],
		['POST', '/v0/account_logs', entry],
	]);
}

export const chatAgent: Example = { file: FILE, run };
