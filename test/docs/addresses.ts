/** The repository's address, in files that are shown away from the repository and so have to give it in full. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { ROOT } from './root';

const [REPOSITORY = ''] = manifest.homepage.split('#');

/** The address of a repository of this package, whoever owns it. */
const ANY_REPOSITORY = new RegExp(`https://[^\\s"'()]+?/${manifest.name}(?![\\w-])`, 'g');

/** Where n8n can read an example from. */
export const exampleAddress = (fileName: string): string =>
	`${REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main/examples/${fileName}`;

/** Each file that names a repository of this package, by its path, with the address that `package.json` has. */
export const filesWithAddress = (): Map<string, string> =>
	new Map(
		globSync('{nodes,credentials,.github}/**/*.{ts,json,yml}', { cwd: ROOT })
			.map((path): [string, string] => [path, readFileSync(join(ROOT, path), 'utf8')])
			.filter(([, text]) => text.search(ANY_REPOSITORY) >= 0)
			.map(([path, text]) => [path, text.replace(ANY_REPOSITORY, REPOSITORY)]),
	);
