/** A row of steps: each prints a line, and the first that fails ends it, with what to do next. */

/** Why a release does not go on. */
export class Refusal extends Error {
	/**
	 * @param message what is wrong
	 * @param next what the person does about it
	 */
	constructor(
		message: string,
		readonly next: string,
	) {
		super(message);
	}
}

export interface Step {
	name: string;
	/**
	 * @returns what to add to the line
	 * @throws Refusal
	 */
	run: () => string | void | Promise<string | void>;
	/** It hinders nothing but the release: a dry run notes it and goes on. */
	mayWait?: true;
}

type Print = (line: string) => void;

/**
 * Runs the steps up to the first that fails.
 *
 * @returns whether all of them passed
 */
export async function runSteps(steps: Step[], isDryRun: boolean, print: Print): Promise<boolean> {
	const waiting: string[] = [];
	for (const { name, run, mayWait } of steps) {
		const started = Date.now();
		const line = (result: string, added = '') =>
			print(`${result.padEnd(6)} ${name}${added}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
		try {
			const added = await run();
			line('ok', added ? `: ${added}` : '');
		} catch (error) {
			const { message, next } = asRefusal(error);
			if (isDryRun && mayWait) {
				line('TO DO');
				print(message);
				waiting.push(next);
				continue;
			}
			line('FAILED');
			print(message);
			for (const todo of [...waiting, next]) print(`Next: ${todo}`);
			return false;
		}
	}
	for (const todo of waiting) print(`Before the release: ${todo}`);
	return waiting.length === 0;
}

const asRefusal = (error: unknown): Refusal => {
	if (error instanceof Refusal) return error;
	const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
	return new Refusal(message, 'mend what is said above, and start again');
};
