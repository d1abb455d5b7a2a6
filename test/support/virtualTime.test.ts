import { wait } from '../../nodes/AudiencePage/transport/waiting';
import { useVirtualTime } from './virtualTime';

useVirtualTime();

const HOUR = 3_600_000;
const never = new AbortController().signal;

test('Waits end in the order of their ends, each with the clock at its end', async () => {
	const began = { date: Date.now(), performance: performance.now() };
	const ended: number[][] = [];
	const end = () => ended.push([Date.now() - began.date, performance.now() - began.performance]);
	const later = wait(1, never)
		.then(end)
		.then(async () => await wait(HOUR, never))
		.then(end);
	await Promise.all([wait(2 * HOUR, never).then(end), wait(HOUR, never).then(end), later]);
	expect(ended).toEqual([1, HOUR, HOUR + 1, 2 * HOUR].map((at) => [at, at]));
});

test('A wait whose signal is aborted ends at once, and the clock stands still', async () => {
	const began = Date.now();
	const halt = new AbortController();
	const waiting = wait(HOUR, halt.signal);
	halt.abort();
	await waiting;
	await wait(HOUR, halt.signal);
	await wait(0, never);
	expect(Date.now()).toBe(began);
});
