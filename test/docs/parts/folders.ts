/** The tree of the project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../support/table';
import type { Parts } from '../markers';
import { ROOT } from '../places';

/** What is in each folder. */
const FOLDERS: Record<string, string> = {
	'credentials/': 'the credential, and with it the one gate that every request passes',
	'docs/': 'pages for users and for engineers; what was measured, as data; pictures',
	'examples/': 'workflows to import, each run by the tests',
	'nodes/AudiencePage/__schema__/':
		'what comes out of each operation, for the editor; written by `npm run write`',
	'nodes/AudiencePage/execution/':
		'how a run goes: the description read, items in order, what is written once',
	'nodes/AudiencePage/fields/': 'fields that several operations have, and the rules they keep',
	'nodes/AudiencePage/methods/': 'what the pickers ask',
	'nodes/AudiencePage/resources/': 'what the service offers: a folder a resource, a file an operation',
	'nodes/AudiencePage/transport/': 'the way to the service: load, repetition, pages of lists, errors',
	'nodes/AudiencePage/trigger/': 'what the trigger watches, how it reads, and what it remembers',
	'test/bench/': 'how fast the node is on a real n8n, beside other ways to do the same',
	'test/cases/': 'how the tests find the case of each operation and event',
	'test/credentials/': 'tests of the credential',
	'test/docs/': 'what writes the tables and numbers of these pages, and the pages of the resources',
	'test/lint/': "n8n's own review of a package, and our rules",
	'test/long/': 'tests that take minutes',
	'test/mutation/': 'mutation testing of the decisions that need neither n8n nor the service',
	'test/n8n/': 'tests on a real n8n, and the start command',
	'test/nodes/': 'tests of the nodes, each file where its source stands',
	'test/previews/': "what writes the editor's previews",
	'test/service/': "the service's interface, written down once, and the sandbox that serves by it",
	'test/support/': 'what several tests need',
	'test/worlds/': 'services put together at random, and each promise as a law that holds in all of them',
	'test/write/': '`npm run write`: what is committed and made of the code',
};

/** These have no row of their own: their folders do. */
const DIVIDED = ['nodes/', 'nodes/AudiencePage/', 'test/'];

/** Left out of the project, as `.gitignore` says, or told of elsewhere. */
const ASIDE = ['node_modules', 'dist', 'coverage', 'output'];

/** The folders that there are, down to those that are not divided. */
function foldersIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ASIDE.includes(entry.name))
		.flatMap(({ name }) => {
			const path = `${folder}${name}/`;
			return DIVIDED.includes(path) ? foldersIn(path) : [path];
		})
		.sort();
}

export const folderParts: Parts = {
	/** Throws if a folder has no row, or a row no folder. */
	folders: () => {
		const missing = foldersIn('').filter((folder) => !Object.hasOwn(FOLDERS, folder));
		const gone = Object.keys(FOLDERS).filter((folder) => !foldersIn('').includes(folder));
		if (missing.length + gone.length > 0) {
			throw new Error(
				`Folders without words: ${missing.join(', ')}; words without a folder: ${gone.join(', ')}`,
			);
		}
		const rows = Object.entries(FOLDERS).map(([folder, words]) => [`\`${folder}\``, words]);
		return markdownTable([['Folder', 'What is in it'], ...rows]);
	},
};
