/** `npx tsx test/n8n/editor/pictures.ts`: takes the pictures of README and docs/ anew, of a real n8n with the sandbox's records. */
import { join, relative } from 'node:path';
import { startSandbox } from '../../service/sandbox';
import { ensureN8n } from '../harness/install';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import { Editor } from './Editor';
import { Photographer } from './Photographer';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'images');

async function main(): Promise<void> {
	await ensureN8n();
	const opened = new Opened();
	try {
		const sandbox = opened.add(await startSandbox({ sizes: { audiences: 8 } }));
		const n8n = opened.add(await RealN8n.start(sandbox, { env: { GENERIC_TIMEZONE: 'UTC' } }));
		const editor = opened.add(await Editor.open(n8n));
		await new Photographer(sandbox, n8n, editor, FOLDER).takeAll();
		console.log(`The pictures are in ${relative(process.cwd(), FOLDER)}`);
	} finally {
		await opened.close();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
