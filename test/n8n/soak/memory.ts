/** How much memory a Node process keeps, and whether it grows. */
import { setTimeout as wait } from 'node:timers/promises';

/** Has Node open its inspector at some free port, and print where. */
export const INSPECT = '--inspect=127.0.0.1:0';

/** Where the inspector is of the process that has printed this first: what it starts has one of its own. */
export const inspectorIn = (log: string): string => /^Debugger listening on (\S+)$/m.exec(log)![1]!;

const COLLECTIONS = 3;
/** What a first collection leaves to be finished has time to finish; in milliseconds. */
const BETWEEN_COLLECTIONS = 200;

/** Collects the garbage of the process with this inspector, some times; the least that is left, in KB. */
export async function heapAfterCollection(inspector: string): Promise<number> {
	const socket = new WebSocket(inspector);
	try {
		await new Promise((resolve, reject) => {
			socket.onopen = resolve;
			socket.onerror = reject;
		});
		let least = Infinity;
		for (let collection = 0; collection < COLLECTIONS; collection++) {
			await wait(BETWEEN_COLLECTIONS);
			await ask(socket, 'HeapProfiler.collectGarbage');
			const { usedSize } = (await ask(socket, 'Runtime.getHeapUsage')) as { usedSize: number };
			least = Math.min(least, usedSize);
		}
		return Math.round(least / 1024);
	} finally {
		socket.close();
	}
}

/** One question at a time: the next message is its answer. */
function ask(socket: WebSocket, method: string): Promise<unknown> {
	return new Promise((resolve, reject) => {
		socket.onmessage = ({ data }) => resolve((JSON.parse(String(data)) as { result: unknown }).result);
		socket.onclose = () => reject(new Error(`The inspector went away instead of ${method}`));
		socket.send(JSON.stringify({ id: 1, method }));
	});
}

/**
 * By how much a value grows: units of y for one of x. The median of the slopes between all points, because a poll that
 * is under way at two or three of them (some MB) says nothing of the others.
 */
export function slopeOf(points: Array<[x: number, y: number]>): number {
	const slopes = points.flatMap(([x, y], index) =>
		points.slice(index + 1).map(([nextX, nextY]) => (nextY - y) / (nextX - x)),
	);
	return slopes.sort((one, other) => one - other)[Math.floor(slopes.length / 2)]!;
}
