/** A chat model that says what a test has it say, by the interface that n8n's OpenAI Chat Model calls. */
import { startWebServer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

/** What the model says when it is asked: it calls a tool, once for each of these arguments, or says a text. */
type Saying = { tool: string; calls: object[] } | string;

/** The same, made from what the tools have answered so far, as a model does that goes on with what it has found. */
export type Turn = Saying | ((answers: string[]) => Saying);

/** What n8n sends: the conversation so far, and the tools there are. */
export interface Asked {
	messages: Array<{ role: string; content: string | null }>;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

export interface ChatModel extends WebServer {
	/** What it says next, in this order. */
	script: Turn[];
	/** What it was asked so far. */
	asked(): Asked[];
}

/** What tools have answered in a conversation, the oldest first. */
const answersIn = ({ messages }: Asked): string[] =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');

/** Starts a model on a free port of loopback; its `url` is the base URL of the credential, without `/v1`. */
export async function startChatModel(): Promise<ChatModel> {
	const script: Turn[] = [];
	let calls = 0;
	const messageOf = (saying: Saying) => {
		if (typeof saying === 'string') return { role: 'assistant', content: saying };
		return {
			role: 'assistant',
			content: null,
			tool_calls: saying.calls.map((args) => ({
				id: `call_${(calls += 1)}`,
				type: 'function',
				function: { name: saying.tool, arguments: JSON.stringify(args) },
			})),
		};
	};
	const server = await startWebServer(() => {
		const turn = script.shift();
		if (turn === undefined) return { status: 400, body: 'The script has come to its end' };
		const saying = typeof turn === 'function' ? turn(answersIn(asked().at(-1)!)) : turn;
		const choice = {
			index: 0,
			message: messageOf(saying),
			finish_reason: typeof saying === 'string' ? 'stop' : 'tool_calls',
		};
		const completion = {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [choice],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
		return {
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(completion),
		};
	});
	const asked = () => server.requests.map(({ body }) => body as Asked);
	return { ...server, script, asked };
}

/** A credential of n8n's OpenAI nodes for this model. */
export const credentialFor = async ({ url }: ChatModel, { client }: RealN8n): Promise<StoredCredential> =>
	await client.createCredential('openAiApi', 'Model', { apiKey: 'none', url: `${url}/v1`, header: false });
