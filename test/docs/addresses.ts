/** The repository's address, where it has to stand in full: in files that are shown away from the repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { ROOT } from './places';

/** Files that name the repository, beside `package.json`, which says where it is. */
const FILES = [
	'.github/ISSUE_TEMPLATE/config.yml',
	'credentials/AudiencePageApi.credentials.ts',
	'nodes/AudiencePage/AudiencePage.node.json',
	'nodes/AudiencePage/AudiencePageTrigger.node.json',
];

/** The address of a repository of this package, whoever owns it. */
const REPOSITORY = new RegExp(`https://[^\\s"'()]+?/${manifest.name}(?![\\w-])`, 'g');

/** @returns the text with the repository's address as `homepage` has it */
export function withRepository(text: string, homepage: string): string {
	const [repository = ''] = homepage.split('#');
	return text.replace(REPOSITORY, repository);
}

/** The text of each such file as it should be, by its path from the root. */
export const filesWithRepository = (): Map<string, string> =>
	new Map(
		FILES.map((path) => [path, withRepository(readFileSync(join(ROOT, path), 'utf8'), manifest.homepage)]),
	);
