/** A chat model that says what a test has it say, by the interface that n8n's OpenAI Chat Model calls. */
import { startWebServer, type WebServer } from '../../support/webServer';

/** What the model says when it is asked: it calls a tool, once for each of these arguments, or it ends. */
export type Turn = { tool: string; calls: object[] } | 'done';

export interface ChatModel extends WebServer {
	/** What it says next, in this order. */
	script: Turn[];
}

/** Starts a model on a free port of loopback; its `url` is the base URL of the credential, without `/v1`. */
export async function startChatModel(): Promise<ChatModel> {
	const script: Turn[] = [];
	let calls = 0;
	const messageOf = (turn: Turn) =>
		turn === 'done'
			? { role: 'assistant', content: 'Done' }
			: {
					role: 'assistant',
					content: null,
					tool_calls: turn.calls.map((args) => ({
						id: `call_${(calls += 1)}`,
						type: 'function',
						function: { name: turn.tool, arguments: JSON.stringify(args) },
					})),
				};
	const server = await startWebServer(() => {
		const turn = script.shift();
		if (turn === undefined) return { status: 400, body: 'The script has come to its end' };
		const choice = {
			index: 0,
			message: messageOf(turn),
			finish_reason: turn === 'done' ? 'stop' : 'tool_calls',
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
	return { ...server, script };
}
