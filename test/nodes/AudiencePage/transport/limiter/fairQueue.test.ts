import { getEventListeners } from 'node:events';

import { FairQueue, type Caller } from '../../../../../nodes/AudiencePage/transport/limiter/fairQueue';

/** A queue, and the names of what came out of it, in that order. */
function aQueue() {
	const queue = new FairQueue();
	const seen: string[] = [];
	const add = (caller: Caller, name: string, isRetry = false) => {
		const request = {
			start: () => seen.push(name),
			cancel: () => seen.push(`${name} cancelled`),
			fail: (error: Error) => seen.push(`${name} ${error.message}`),
		};
		queue.add(caller, request, isRetry);
	};
	/** Starts what may be sent. */
	const serve = () => {
		for (let next = queue.next(); next; next = queue.next()) next.start();
	};
	return { queue, seen, add, serve };
}

const aCaller = (maxConcurrentRequests = 64, abortSignal?: AbortSignal): Caller => ({
	maxConcurrentRequests,
	abortSignal,
});

test('Callers take turns, each with its retries first', () => {
	const { add, serve, seen, queue } = aQueue();
	const [a, b, c] = [aCaller(), aCaller(), aCaller()];
	for (const name of ['a3', 'a4']) add(a, name);
	for (const name of ['a1 retry', 'a2 retry']) add(a, name, true);
	for (const name of ['b1', 'b2']) add(b, name);
	add(c, 'c1');
	serve();
	expect(seen).toEqual(['a1 retry', 'b1', 'c1', 'a2 retry', 'b2', 'a3', 'a4']);
	expect(queue.isEmpty).toBe(true);
});

test('What an aborted caller has in the queue is cancelled, and nothing of others', () => {
	const { add, serve, seen, queue } = aQueue();
	const controller = new AbortController();
	const [aborted, other] = [aCaller(1, controller.signal), aCaller(1)];
	for (const name of ['h1', 'h2', 'h3']) add(aborted, name);
	add(aborted, 'h-retry', true);
	add(other, 'o1');
	serve();
	expect(seen.splice(0)).toEqual(['h-retry', 'o1']);
	controller.abort();
	expect(seen.splice(0)).toEqual(['h1 cancelled', 'h2 cancelled', 'h3 cancelled']);
	expect(queue.isEmpty).toBe(true);
	queue.done(aborted);
	queue.done(other);
	add(other, 'o2');
	serve();
	expect(seen).toEqual(['o2']);
});

test.each<[string, (queue: FairQueue, caller: Caller, controller: AbortController) => void]>([
	['was sent and answered', (queue, caller) => (queue.next()?.start(), queue.done(caller))],
	['has failed', (queue) => queue.failAll(new Error('failed'), Infinity)],
	['was aborted', (_queue, _caller, controller) => controller.abort()],
])('A signal outlives its caller: nothing listens to it when all %s', (_what, end) => {
	const controller = new AbortController();
	const listeners = () => getEventListeners(controller.signal, 'abort').length;
	const { add, queue, seen } = aQueue();
	const caller = aCaller(1, controller.signal);
	add(caller, 'one');
	expect(listeners()).toBe(1);
	end(queue, caller, controller);
	expect(seen).toHaveLength(1);
	expect(listeners()).toBe(0);
});

test('What fails all requests fails what their callers add later, and nothing of a caller that comes then', () => {
	const { add, serve, seen, queue } = aQueue();
	const [waiting, inFlight, later] = [aCaller(), aCaller(), aCaller()];
	add(inFlight, 'f1');
	serve();
	add(waiting, 'w1');
	add(waiting, 'w-retry', true);
	expect(seen.splice(0)).toEqual(['f1']);

	queue.failAll(new Error('failed'), Infinity);
	expect(seen.splice(0)).toEqual(['w-retry failed', 'w1 failed']);
	expect(queue.isEmpty).toBe(true);

	queue.done(inFlight);
	add(inFlight, 'f2', true);
	add(waiting, 'w2');
	expect(seen.splice(0)).toEqual(['f2 failed', 'w2 failed']);
	expect(queue.isEmpty).toBe(true);
	add(later, 'l1');
	serve();
	expect(seen).toEqual(['l1']);
});
