import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below it, a collection is not worth its time. */
const MUCH = 300 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Where a machine has much memory, Node leaves what is garbage for long. But a worker that has run many test files
 * should need no more than one that has run a few.
 */
export function collectGarbage(): void {
	if (process.memoryUsage().heapUsed > MUCH) collect();
}
