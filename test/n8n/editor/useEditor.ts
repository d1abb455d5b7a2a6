import type { SandboxOptions } from '../../service/sandbox';
import { useN8n, type Started } from '../harness/useN8n';
import { Editor } from './Editor';

/** As `useN8n`, and n8n's editor in a browser. */
export function useEditor(
	started: (all: Started & { editor: Editor }) => void,
	options: SandboxOptions = {},
): void {
	let both: Started | undefined;
	let editor: Editor | undefined;
	useN8n((it) => (both = it), options);
	afterAll(async () => editor?.close()); // before n8n, which waits for those who are connected: the last hook is the first
	beforeAll(async () => {
		if (both === undefined) throw new Error('n8n has not started');
		editor = await Editor.open(both.n8n);
		started({ ...both, editor });
	});
}
