/** The previews as files beside the node, where n8n's editor looks for them. */
import { posix } from 'node:path';
import { OUTPUTS } from './outputs';

/** Beside the node, for its version 1; from the root. */
export const FOLDER = 'nodes/AudiencePage/__schema__/v1.0.0';

/** Counts the changes of a preview, in n8n's own files. */
const VERSION = 1;

/** The text of every preview, by its path from the root. */
export function previewFiles(): Map<string, string> {
	const files = Object.entries(OUTPUTS).map(([operation, output]) => {
		const text = JSON.stringify({ ...output, version: VERSION }, null, '\t');
		return [posix.join(FOLDER, `${operation.replace('.', '/')}.json`), `${text}\n`] as const;
	});
	return new Map(files);
}
