import { delay } from '../../nodes/AudiencePage/transport/delay';
import { useVirtualTime } from './virtualTime';

useVirtualTime();

const HOUR = 3_600_000;
const never = new AbortController().signal;

test('Waits end in the order of their ends, each with the clock at its end', async () => {
	const began = { date: Date.now(), performance: performance.now() };
	const ended: number[][] = [];
	const end = () => ended.push([Date.now() - began.date, performance.now() - began.performance]);
	const later = delay(1, never)
		.then(end)
		.then(async () => await delay(HOUR, never))
		.then(end);
	await Promise.all([delay(2 * HOUR, never).then(end), delay(HOUR, never).then(end), later]);
	expect(ended).toEqual([1, HOUR, HOUR + 1, 2 * HOUR].map((at) => [at, at]));
});

test('A wait whose signal is aborted ends at once, and the clock stands still', async () => {
	const began = Date.now();
	const halt = new AbortController();
	const waiting = delay(HOUR, halt.signal);
	halt.abort();
	await waiting;
	await delay(HOUR, halt.signal);
	await delay(0, never);
	expect(Date.now()).toBe(began);
});
