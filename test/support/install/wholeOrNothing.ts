import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does what fills a folder. If that fails, or Ctrl-C ends it, the folder is gone.
 *
 * @param work ends soon after its signal is aborted
 * @throws what `work` throws; an Error that says so, if it was ended
 */
export async function wholeOrNothing(
	folder: string,
	work: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
	const stop = new AbortController();
	// Further signals change nothing: they do not cut the cleaning up short.
	const onSignal = (): void => {
		if (stop.signal.aborted) return;
		process.stdout.write('\nStopping: removing what is half-installed, some 10 seconds …\n');
		stop.abort(new Error('Stopped: nothing half-installed is left, and the next start begins again'));
	};
	const onExit = (): void => rmSync(folder, { recursive: true, force: true });
	for (const signal of SIGNALS) process.on(signal, onSignal);
	process.on('exit', onExit);
	try {
		await work(stop.signal);
		stop.signal.throwIfAborted();
	} catch (error) {
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		throw stop.signal.aborted ? stop.signal.reason : error;
	} finally {
		for (const signal of SIGNALS) process.off(signal, onSignal);
		process.off('exit', onExit);
	}
}
