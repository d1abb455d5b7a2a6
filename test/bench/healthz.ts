/** A process that asks an n8n for its health every 50 ms and notes how long each answer took. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith } from './child';

const INTERVAL = 50;
/** After a long silence n8n closes connections that it takes for idle, and a question on its way is lost. */
const ONE_REQUEST_A_CONNECTION = { connection: 'close' };

/** One question to n8n, in epoch milliseconds. */
export interface Asked {
	at: number;
	answeredAt: number;
}

const [, , n8nUrl] = process.argv;
let asked: Asked[] = [];
let watching = false;

async function watch(): Promise<void> {
	while (watching) {
		const at = Date.now();
		const response = await fetch(`${n8nUrl}/healthz`, { headers: ONE_REQUEST_A_CONNECTION });
		await response.arrayBuffer();
		const answeredAt = Date.now();
		asked.push({ at, answeredAt });
		await wait(Math.max(0, at + INTERVAL - answeredAt));
	}
}
let watched = Promise.resolve();

answerWith(async (question: 'start' | 'stop'): Promise<Asked[]> => {
	watching = question === 'start';
	if (watching) {
		asked = [];
		watched = watch();
		return [];
	}
	await watched;
	return asked;
});
