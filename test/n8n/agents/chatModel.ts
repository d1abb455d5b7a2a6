/**
 * A chat model that says what a test has it say, by the interface that n8n's OpenAI Chat Model
 * calls.
 */
import { startWebServer, type Answer, type WebServer } from '../../support/webServer';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

/**
 * What the model says when it is asked: it calls a tool, once for each of these arguments, or says
 * a text.
 */
type Saying = { tool: string; calls: object[] } | string;

/** What n8n sends: the conversation so far, and the tools there are. */
export interface Asked {
	messages: Array<{ role: string; content: string | null }>;
	tools?: Array<{ function: { name: string; description: string } }>;
	/** n8n's own Agents want the answer in parts. */
	stream?: boolean;
}

export interface ChatModel extends WebServer {
	script: Saying[];
	asked(): Asked[];
	/** Of n8n's OpenAI nodes, for this model. */
	credential: StoredCredential;
}

/** n8n's own Agents try a newer interface first, which this model does not have. */
const COMPLETIONS = '/chat/completions';

/** What tools have answered in a conversation, the oldest first. */
export const answersIn = ({ messages }: Asked): string[] =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');

function messageOf(saying: Saying, id: string): object {
	if (typeof saying === 'string') return { role: 'assistant', content: saying };
	const tool_calls = saying.calls.map((args, index) => ({
		...{ index, id: `${id}_${index}`, type: 'function' },
		function: { name: saying.tool, arguments: JSON.stringify(args) },
	}));
	return { role: 'assistant', content: null, tool_calls };
}

/** The answer with what the model says: as a whole, or in two parts. */
function completion(saying: Saying, id: string, isStream: boolean): Answer {
	const message = messageOf(saying, id);
	const finish_reason = typeof saying === 'string' ? 'stop' : 'tool_calls';
	const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
	const said = (object: string, choice: object) => ({
		...{ id, created: 0, model: 'scripted', object, usage },
		choices: [{ index: 0, ...choice }],
	});
	if (!isStream) return { body: said('chat.completion', { message, finish_reason }) };
	const begin = { delta: message, finish_reason: null };
	const parts = [begin, { delta: {}, finish_reason }].map((part) =>
		said('chat.completion.chunk', part),
	);
	const data = [...parts.map((part) => JSON.stringify(part)), '[DONE]'];
	const body = data.map((part) => `data: ${part}\n\n`).join('');
	return { headers: { 'content-type': 'text/event-stream' }, body };
}

/** Starts a model on a free port of loopback. */
export async function startChatModel({ client }: RealN8n): Promise<ChatModel> {
	const script: Saying[] = [];
	const server = await startWebServer((path) => {
		if (!path.endsWith(COMPLETIONS)) return { status: 404 };
		const saying = script.shift() ?? 'The script has come to its end';
		return completion(saying, `call_${asked().length}`, asked().at(-1)!.stream === true);
	});
	const asked = () =>
		server.requests
			.filter(({ path }) => path.endsWith(COMPLETIONS))
			.map(({ body }) => body as Asked);
	const fields = { apiKey: 'none', url: `${server.url}/v1`, header: false };
	const credential = await client.createCredential('openAiApi', 'Model', fields);
	return { ...server, script, asked, credential };
}
