/** *Chat with an agent that works in Audience Page*, with a model that follows a script. */
import type { Sandbox } from '../../service/sandbox';
import { exampleOf, type Example } from '../examples/example';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { credentialFor, startChatModel, type ChatModel } from './chatModel';

const FILE = 'agent-with-audience-page-tools.json';
const CHAT = 'When a message comes';

/** Imports the example with a model, makes its chat public, and publishes it. */
export async function publishAgent(n8n: RealN8n, model: ChatModel): Promise<StoredWorkflow> {
	const credential = await credentialFor(model, n8n);
	const file = exampleOf(FILE, {
		fill: { [CHAT]: { public: true } },
		credentials: { 'Chat model': credential },
	});
	const workflow = await n8n.importWorkflow(file);
	await n8n.client.publish(workflow);
	return workflow;
}

/** Says something in a chat, and waits for what the agent says. */
export async function say(
	n8n: RealN8n,
	{ nodes }: StoredWorkflow,
	chatInput: string,
	sessionId = 'chat-1',
): Promise<string> {
	const { webhookId } = nodes.find(({ name }) => name === CHAT)!;
	const response = await fetch(`${n8n.url}/webhook/${webhookId}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput }),
	});
	const { output } = (await response.json()) as { output: string };
	return output;
}

/** A conversation: it looks things up, asks, writes with what it found, is refused once and corrects itself. */
async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const page = sandbox.store.pages.all()[1]!;
	const person = sandbox.store.persons.all()[3]!;
	const saved = { email: person.email!, name: person.name };
	const empty = { domain: '', linkedinProfileUrl: '' };
	const question = `Shall I set up an audience of ${page.name} for ${person.name}, and save the phone number?`;
	const errors: string[] = [];
	const model = await startChatModel();
	try {
		const workflow = await publishAgent(n8n, model);
		sandbox.requests.length = 0;
		model.script.push(
			{ tool: 'find_people', calls: [{ search: person.name }] },
			{ tool: 'find_pages', calls: [{ search: '' }] },
			{ text: question },
		);
		expect(await say(n8n, workflow, 'An audience of the tour for Emmy, her number is 030 1234')).toBe(
			question,
		);

		model.script.push(
			(answers) => {
				const pages = JSON.parse(answers.at(-1)!) as Array<{ pageId: string; name: string }>;
				const { pageId } = pages.find(({ name }) => name === page.name)!;
				const context = `For ${person.name}`;
				return { tool: 'create_audience_draft', calls: [{ pageId, name: person.name, context }] };
			},
			{ tool: 'create_or_update_person', calls: [{ ...saved, ...empty, phoneNumber: '030 1234' }] },
			(answers) => {
				errors.push(answers.at(-1)!);
				return {
					tool: 'create_or_update_person',
					calls: [{ ...saved, ...empty, phoneNumber: '+49301234' }],
				};
			},
			{ tool: 'write_account_log_entry', calls: [{ domain: person.domain, note: 'An audience is set up.' }] },
			'done',
		);
		expect(await say(n8n, workflow, 'Yes')).toBe('Done');
		expect(model.script).toEqual([]);
		expect(errors).toEqual([expect.stringContaining('Phone Number must be an international number')]);
		await n8n.client.unpublish(workflow);
	} finally {
		await model.close();
	}
	expect(sandbox.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
		['GET', `/v0/persons/search?query=${encodeURIComponent(person.name)}&limit=10`, undefined],
		['GET', '/v0/pages/search?limit=20', undefined],
		[
			'POST',
			`/v0/pages/${page.pageId}/audiences`,
			{
				publishBehavior: 'draft',
				customName: person.name,
				supplementaryContext: `For ${person.name}`,
			},
		],
		['GET', `/v0/persons/search?query=${encodeURIComponent(person.email!)}&limit=100`, undefined],
		['PATCH', `/v0/persons/${person.personId}`, { phoneNumber: '+49301234' }],
		[
			'POST',
			'/v0/account_logs',
			{
				domain: person.domain,
				source: 'agent',
				type: 'note',
				payload: { note: 'An audience is set up.' },
				idempotencyKey: expect.any(String) as string,
			},
		],
	]);
}

export const chatAgent: Example = { file: FILE, run };
