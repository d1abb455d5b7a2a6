/** All that is committed and made of the code, but for the list of cases, which these read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { docFiles } from '../docs/files';
import { ROOT } from '../docs/root';
import { FOLDER, previewFiles } from '../previews/files';
import { contractText } from './contract';
import { releases } from './releases';

export interface Writer {
	/** The text of every file, by its path from the root. */
	files: () => Map<string, string>;
	/** A folder in which no other files stand. */
	owns?: string;
}

const CONTRACT = 'test/nodes/AudiencePage/contract.json';

/** From the first release on, lines only come to it: until then, nobody has stored a name. */
const contract = (): Map<string, string> => {
	if (releases().length === 0) return new Map([[CONTRACT, contractText({})]]);
	const lines = JSON.parse(readFileSync(join(ROOT, CONTRACT), 'utf8')) as Record<string, unknown>;
	return new Map([[CONTRACT, contractText(lines)]]);
};

export const writers: Writer[] = [
	{ files: contract },
	{ files: previewFiles, owns: FOLDER },
	{ files: docFiles },
];
