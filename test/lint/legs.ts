/** A command that is a row of checks: each prints a line, and one that fails all it has to say. */
import type { Ending } from './run';

export type Leg = [name: string, run: () => Promise<Ending>];

/**
 * Runs the legs that `prepare` gives, one after the other and all of them. The process fails if one of them does,
 * or `prepare`.
 */
export async function runLegs(prepare: () => Promise<Leg[]>): Promise<void> {
	try {
		const failed: string[] = [];
		for (const [name, run] of await prepare()) {
			const started = Date.now();
			const { ok, output } = await run();
			console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
			if (ok) continue;
			console.log(output);
			failed.push(name);
		}
		if (failed.length > 0) throw new Error(`Failed: ${failed.join('; ')}`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}

/** Fine only if the run failed and its output names every one of `words`. */
export async function reports(run: Promise<Ending>, words: string[]): Promise<Ending> {
	const { ok, output } = await run;
	const missing = words.filter((word) => !output.includes(word));
	return { ok: !ok && missing.length === 0, output: `Not reported: ${missing.join(', ')}\n${output}` };
}
