/**
 * Runs beside the tests of a process, in a thread of its own: where a test never yields, no timer of Jest's comes up.
 * It says which test it is and ends the process. Jest counts the file as failed, and goes on with the next.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const INTERVAL = 100;

const { state, title } = workerData;
let watched = 0;
let since = 0;

setInterval(() => {
	const now = performance.now();
	const [count, milliseconds, length] = state;
	if (count !== watched) {
		watched = count;
		since = now;
	} else if (milliseconds > 0 && now - since > milliseconds) {
		const name = new TextDecoder().decode(title.slice(0, length));
		writeSync(2, `\nHangs, and never yields, after ${milliseconds / 1000} s: ${name}\n`);
		process.kill(process.pid, 'SIGKILL');
	}
}, INTERVAL);
