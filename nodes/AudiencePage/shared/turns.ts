import { sleep } from 'n8n-workflow';

/** How long this node works before n8n's event loop gets a turn, in milliseconds. */
const MAX_WORK_MS = 5;

/** A turn of n8n's event loop in which this node works. */
interface Turn {
	begun: number;
}

/**
 * One for all runs and polls of the process: together they hold the event loop. Undefined while
 * none of them works.
 */
let current: Turn | undefined;

function end(turn: Turn): void {
	if (current === turn) current = undefined;
}

function currentTurn(): Turn {
	if (current) return current;
	const turn = { begun: performance.now() };
	current = turn;
	void sleep(0).then(() => end(turn));
	return turn;
}

/**
 * Whether this node has worked for so long that n8n is to do other work before it goes on (see
 * `nextTurn`).
 */
export const isTurnOver = (): boolean => performance.now() - currentTurn().begun >= MAX_WORK_MS;

/** The latest of those that wait, who go on one after the other. */
let waiting = Promise.resolve();

/** Waits for a turn of n8n's event loop in which there is time left. */
export async function nextTurn(): Promise<void> {
	waiting = waiting.then(async () => {
		while (isTurnOver()) {
			const turn = currentTurn();
			await sleep(0);
			end(turn);
		}
	});
	await waiting;
}

/** Calls `visit` with each value, in their order, and gives n8n its turns meanwhile. */
export async function forEachInTurns<Value>(
	values: Iterable<Value>,
	visit: (value: Value) => void,
) {
	for (const value of values) {
		if (isTurnOver()) await nextTurn();
		visit(value);
	}
}

export async function mapInTurns<Value, Result>(
	values: Iterable<Value>,
	resultOf: (value: Value) => Result,
) {
	const results: Result[] = [];
	await forEachInTurns(values, (value) => results.push(resultOf(value)));
	return results;
}

export async function filterInTurns<Value>(
	values: Iterable<Value>,
	isWanted: (value: Value) => boolean,
) {
	const results: Value[] = [];
	await forEachInTurns(values, (value) => isWanted(value) && results.push(value));
	return results;
}
