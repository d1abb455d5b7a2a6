/** Processes of the benchmark that answer messages: what one of them does, the others do not wait for. */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a script of this folder on the same Node; it ends when this process does. */
export function startChild(script: string, args: string[] = []): ChildProcess {
	return fork(join(__dirname, script), args);
}

/**
 * Sends a message and waits for the answer, one at a time.
 *
 * @throws Error if the child ends before it answers; what was wrong it has printed
 */
export async function ask<T>(child: ChildProcess, message: Serializable): Promise<T> {
	const over = new AbortController();
	const answered = once(child, 'message', over) as Promise<[T]>;
	const ended = once(child, 'exit', over).then(([code]) => {
		throw new Error(`A process of the benchmark ended with ${String(code)} before it answered`);
	});
	child.send(message);
	try {
		return (await Promise.race([answered, ended]))[0];
	} finally {
		over.abort();
		await Promise.allSettled([answered, ended]);
	}
}

/** In a child: answers each message with what `answer` gives for it. An error ends the child. */
export function answerWith<Q, A extends Serializable>(answer: (question: Q) => Promise<A>): void {
	process.on('message', (question) => {
		void answer(question as Q).then(
			(reply) => process.send?.(reply),
			(error: unknown) => {
				process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
				process.exit(1);
			},
		);
	});
	process.on('disconnect', () => process.exit());
}

export async function endChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
}
