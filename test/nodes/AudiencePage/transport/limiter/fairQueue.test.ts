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
	const add = (caller: Caller, ...names: string[]) => {
		for (const name of names) {
			const fail = (error: Error) =>
				seen.push(`${name} ${error instanceof AbortedError ? 'aborted' : error.message}`);
			queue.add(caller, { start: () => seen.push(name), fail });
		}
	};
	const serveAll = () => {
		for (let next = queue.next(); next; next = queue.next()) next.start();
	};
	return { queue, seen, add, serveAll };
}

test('Callers take turns', () => {
	const { add, serveAll, seen, queue } = aQueue();
	add({}, 'a1', 'a2', 'a3');
	add({}, 'b1', 'b2');
	add({}, 'c1');
	expect(queue.isEmpty).toBe(false);
	serveAll();
	expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
	expect(queue.isEmpty).toBe(true);
});

test('What an aborted caller has in the queue is aborted, what others that are meant have fails, and the rest stays', () => {
	const { add, serveAll, seen, queue } = aQueue();
	const controller = new AbortController();
	const failing = {};
	add({ abortSignal: controller.signal }, 'a1', 'a2');
	add({}, 'o1');
	add(failing, 'f1');
	controller.abort();
	queue.fail(new Error('failed'), (caller) => caller === failing);
	serveAll();
	expect(seen).toEqual(['a1 aborted', 'a2 aborted', 'f1 failed', 'o1']);
	expect(queue.isEmpty).toBe(true);
});

test.each<[string, (queue: FairQueue, controller: AbortController) => void]>([
	['was started', (queue) => [queue.next(), queue.next()]],
	['has failed', (queue) => queue.fail(new Error('failed'), () => true)],
	['was aborted', (_queue, controller) => controller.abort()],
])('A signal outlives its caller: nothing listens to it when all %s', (_what, end) => {
	const controller = new AbortController();
	const { add, queue } = aQueue();
	add({ abortSignal: controller.signal }, 'one', 'two');
	expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
	end(queue, controller);
	expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
