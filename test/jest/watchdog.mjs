/**
 * Runs beside the tests of a process, in a thread of its own: where a test never yields, no timer of Jest's comes up.
 * It says which test it is and ends the process. Jest counts the file as failed, and goes on with the next.
 */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

let timer;

parentPort.on('message', (watched) => {
	clearTimeout(timer);
	if (watched === undefined) return;
	const { title, milliseconds } = watched;
	timer = setTimeout(() => {
		writeSync(2, `\nHangs, and never yields, after ${milliseconds / 1000} s: ${title}\n`);
		process.kill(process.pid, 'SIGKILL');
	}, milliseconds);
});
