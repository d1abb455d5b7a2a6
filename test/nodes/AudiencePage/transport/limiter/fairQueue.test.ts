import { getEventListeners } from 'node:events';

import {
	AbortedError,
	FairQueue,
	type Caller,
} from '../../../../../nodes/AudiencePage/transport/limiter/fairQueue';

/** A queue, and what became of the requests in it, in that order. */
function aQueue() {
	const queue = new FairQueue();
	const seen: string[] = [];
	const add = (caller: Caller, name: string, isRetry = false) => {
		const fail = (error: Error) =>
			seen.push(`${name} ${error instanceof AbortedError ? 'aborted' : error.message}`);
		queue.add(caller, { start: () => seen.push(name), fail }, isRetry);
	};
	/** Starts all that waits. */
	const serve = () => {
		for (let next = queue.next(); next; next = queue.next()) next.start();
	};
	return { queue, seen, add, serve };
}

test('Callers take turns, each with its retries first', () => {
	const { add, serve, seen, queue } = aQueue();
	const [a, b, c]: Caller[] = [{}, {}, {}];
	for (const name of ['a3', 'a4']) add(a!, name);
	for (const name of ['a1 retry', 'a2 retry']) add(a!, name, true);
	for (const name of ['b1', 'b2']) add(b!, name);
	add(c!, 'c1');
	expect(queue.isEmpty).toBe(false);
	serve();
	expect(seen).toEqual(['a1 retry', 'b1', 'c1', 'a2 retry', 'b2', 'a3', 'a4']);
	expect(queue.isEmpty).toBe(true);
});

test('What an aborted caller has in the queue is aborted, and nothing of others', () => {
	const { add, serve, seen, queue } = aQueue();
	const controller = new AbortController();
	const [aborted, other]: Caller[] = [{ abortSignal: controller.signal }, {}];
	add(aborted!, 'h1');
	add(aborted!, 'h retry', true);
	add(other!, 'o1');
	controller.abort();
	expect(seen.splice(0)).toEqual(['h retry aborted', 'h1 aborted']);
	serve();
	expect(seen).toEqual(['o1']);
	expect(queue.isEmpty).toBe(true);
});

test('What fails is of the callers that are meant', () => {
	const { add, serve, seen, queue } = aQueue();
	const [meant, other]: Caller[] = [{}, {}];
	add(meant!, 'm1');
	add(other!, 'o1');
	queue.fail(new Error('failed'), (caller) => caller === meant);
	serve();
	expect(seen).toEqual(['m1 failed', 'o1']);
});

test.each<[string, (queue: FairQueue, controller: AbortController) => void]>([
	['was started', (queue) => queue.next()?.start()],
	['has failed', (queue) => queue.fail(new Error('failed'), () => true)],
	['was aborted', (_queue, controller) => controller.abort()],
])('A signal outlives its caller: nothing listens to it when all %s', (_what, end) => {
	const controller = new AbortController();
	const listeners = () => getEventListeners(controller.signal, 'abort').length;
	const { add, queue, seen } = aQueue();
	add({ abortSignal: controller.signal }, 'one');
	expect(listeners()).toBe(1);
	end(queue, controller);
	expect(seen).toHaveLength(1);
	expect(listeners()).toBe(0);
});
