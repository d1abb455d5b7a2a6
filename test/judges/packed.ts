import type { Ending } from '../lint/run';

/** What publint says of an unpacked package; its suggestions count as well. */
export async function lintPacked(folder: string): Promise<Ending> {
	const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')]);
	const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
	const lines = messages.map((message) => `${formatMessage(message, pkg) ?? ''} (${message.code})`);
	return { ok: lines.length === 0, output: lines.join('\n') };
}
