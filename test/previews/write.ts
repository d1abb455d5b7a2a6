/** `npm run previews`: writes the editor's output previews anew. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER, previewFiles } from './files';

async function write(): Promise<void> {
	const files = previewFiles();
	await rm(FOLDER, { recursive: true, force: true });
	for (const [path, text] of files) {
		const file = join(FOLDER, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}

void write();
