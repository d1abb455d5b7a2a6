import { getEventListeners } from 'node:events';

import { FairQueue, type Caller } from '../../../../nodes/AudiencePage/transport/fairQueue';

/** A queue, and the names of what came out of it, in that order. */
function aQueue() {
	const queue = new FairQueue();
	const seen: string[] = [];
	const add = (client: Caller, name: string, isRepeated = false) => {
		const request = {
			start: () => seen.push(name),
			cancel: () => seen.push(`${name} cancelled`),
			fail: (error: Error) => seen.push(`${name} ${error.message}`),
		};
		queue.add(client, request, isRepeated);
	};
	/** Takes out what may go. */
	const serve = () => {
		for (let next = queue.next(); next; next = queue.next()) next.start();
	};
	return { queue, seen, add, serve };
}

const aClient = (maxConcurrentRequests = 64, abortSignal?: AbortSignal): Caller => ({
	maxConcurrentRequests,
	abortSignal,
});

test('Clients take turns, each with what is sent again first', () => {
	const { add, serve, seen, queue } = aQueue();
	const [a, b, c] = [aClient(), aClient(), aClient()];
	for (const name of ['a3', 'a4']) add(a, name);
	for (const name of ['a1 again', 'a2 again']) add(a, name, true);
	for (const name of ['b1', 'b2']) add(b, name);
	add(c, 'c1');
	serve();
	expect(seen).toEqual(['a1 again', 'b1', 'c1', 'a2 again', 'b2', 'a3', 'a4']);
	expect(queue.isEmpty).toBe(true);
});

test('A client that comes later waits for one turn of each other client', () => {
	const { add, queue, seen } = aQueue();
	const [a, b, late] = [aClient(), aClient(), aClient()];
	for (const name of ['a1', 'a2', 'a3']) add(a, name);
	for (const name of ['b1', 'b2', 'b3']) add(b, name);
	queue.next()?.start();
	add(late, 'late');
	for (let turn = 0; turn < 3; turn++) queue.next()?.start();
	expect(seen).toEqual(['a1', 'b1', 'a2', 'late']);
});

test('Each client has its own number in flight', () => {
	const { add, serve, seen, queue } = aQueue();
	const [one, two] = [aClient(1), aClient(2)];
	for (const n of [1, 2, 3]) {
		add(one, `one${n}`);
		add(two, `two${n}`);
	}
	serve();
	expect(seen.splice(0)).toEqual(['one1', 'two1', 'two2']);
	expect(queue.isEmpty).toBe(false);
	queue.done(two);
	serve();
	expect(seen.splice(0)).toEqual(['two3']);
	queue.done(one);
	serve();
	expect(seen).toEqual(['one2']);
});

test('What a halted client has in the queue is cancelled, and nothing of others', () => {
	const { add, serve, seen, queue } = aQueue();
	const halt = new AbortController();
	const [halted, other] = [aClient(1, halt.signal), aClient(1)];
	for (const name of ['h1', 'h2', 'h3']) add(halted, name);
	add(halted, 'h-again', true);
	add(other, 'o1');
	serve();
	expect(seen.splice(0)).toEqual(['h-again', 'o1']);
	halt.abort();
	expect(seen.splice(0)).toEqual(['h1 cancelled', 'h2 cancelled', 'h3 cancelled']);
	expect(queue.isEmpty).toBe(true);
	queue.done(halted);
	queue.done(other);
	add(other, 'o2');
	serve();
	expect(seen).toEqual(['o2']);
});

test.each<[string, (queue: FairQueue, client: Caller, halt: AbortController) => void]>([
	['was sent and answered', (queue, client) => (queue.next()?.start(), queue.done(client))],
	['has failed', (queue) => queue.failAll(new Error('failed'), Infinity)],
	['was halted', (_queue, _client, halt) => halt.abort()],
])('A signal outlives its client: nothing listens to it when all %s', (_what, end) => {
	const halt = new AbortController();
	const listeners = () => getEventListeners(halt.signal, 'abort').length;
	const { add, queue, seen } = aQueue();
	const client = aClient(1, halt.signal);
	add(client, 'one');
	expect(listeners()).toBe(1);
	end(queue, client, halt);
	expect(seen).toHaveLength(1);
	expect(listeners()).toBe(0);
});

test('What fails all requests fails what their clients send later, and nothing of a client that comes then', () => {
	const { add, serve, seen, queue } = aQueue();
	const [waiting, inFlight, later] = [aClient(), aClient(), aClient()];
	add(inFlight, 'f1');
	serve();
	add(waiting, 'w1');
	add(waiting, 'w-again', true);
	expect(seen.splice(0)).toEqual(['f1']);

	queue.failAll(new Error('failed'), Infinity);
	expect(seen.splice(0)).toEqual(['w-again failed', 'w1 failed']);
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
