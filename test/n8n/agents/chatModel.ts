/**
 * A chat model that says what a test has it say, by the interface that n8n's OpenAI Chat Model
 * calls.
 */
import { startWebServer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

/**
 * What the model says when it is asked: it calls a tool, once for each of these arguments, or says
 * a text.
 */
type Saying = { tool: string; calls: object[] } | string;

/** What n8n sends: the conversation so far, and the tools there are. */
interface Question {
	messages: Array<{ role: string; content: string }>;
	tools: object[];
}

interface ChatModel extends Pick<WebServer, 'close'> {
	/** The last that it was asked. */
	lastQuestion(): Question;
	/** Of n8n's OpenAI nodes, for this model. */
	credential: StoredCredential;
}

function messageOf(saying: Saying, id: string): object {
	if (typeof saying === 'string') return { role: 'assistant', content: saying };
	const toolCalls = saying.calls.map((args, index) => ({
		id: `${id}_${index}`,
		type: 'function',
		function: { name: saying.tool, arguments: JSON.stringify(args) },
	}));
	return { role: 'assistant', content: null, tool_calls: toolCalls };
}

/** Starts a model on a free port of loopback, which follows the script. */
export async function startChatModel({ client }: RealN8n, script: Saying[]): Promise<ChatModel> {
	const server = await startWebServer(() => {
		const id = `call_${server.requests.length}`;
		const saying = script.shift() ?? 'The script has come to its end';
		const reason = typeof saying === 'string' ? 'stop' : 'tool_calls';
		const choice = { index: 0, message: messageOf(saying, id), finish_reason: reason };
		const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
		const object = 'chat.completion';
		return { body: { id, created: 0, model: 'scripted', object, usage, choices: [choice] } };
	});
	const fields = { apiKey: 'none', url: `${server.url}/v1`, header: false };
	const credential = await client.createCredential('openAiApi', 'Model', fields);
	const lastQuestion = () => server.requests.at(-1)!.body as Question;
	return { close: async () => await server.close(), lastQuestion, credential };
}
