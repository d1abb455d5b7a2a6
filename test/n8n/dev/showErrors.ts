import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RealN8n } from '../harness/RealN8n';

/** An entry of n8n's log, where it is told to write JSON. */
interface Entry {
	message: string;
	metadata: { error?: { stack?: string } };
}

/** Shows what n8n writes into its log from now on. Needs `tail`, and `N8N_LOG_FORMAT` to be `json`. */
export function showErrors(
	{ userFolder }: RealN8n,
	show: (text: string) => void,
): { close(): Promise<void> } {
	const tail = spawn('tail', ['-n', '0', '-f', join(userFolder, 'n8n.log')], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(tail, 'exit');
	createInterface(tail.stdout).on('line', (line) => show(`n8n: ${textOf(line)}`));
	return {
		close: async () => {
			tail.kill();
			await ended;
		},
	};
}

/** Other lines come from what n8n starts, or from what a node prints. */
function textOf(line: string): string {
	const entry = entryIn(line);
	if (entry?.message === undefined) return line;
	const { stack } = entry.metadata?.error ?? {};
	return stack === undefined ? entry.message : `${entry.message}\n${stack}`;
}

function entryIn(line: string): Partial<Entry> | undefined {
	if (!line.startsWith('{')) return undefined;
	try {
		return JSON.parse(line) as Partial<Entry>;
	} catch {
		return undefined;
	}
}
