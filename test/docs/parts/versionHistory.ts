/** The versions, from the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../support/table';
import type { Parts } from '../markers';
import { ROOT } from '../places';

const VERSION = /^## (\S+) \(([^)]+)\)\n\n([^]*?)(?=\n\n|\n*$(?![^]))/gm;

/** Rows of version, date and first paragraph; throws for an entry that has no date or begins with a list. */
export function versionsIn(changelog: string): string[][] {
	const versions = [...changelog.matchAll(VERSION)].map(([, version = '', date = '', about = '']) => [
		version,
		date,
		about.replaceAll('\n', ' '),
	]);
	const isWhole = versions.length === (changelog.match(/^## /gm) ?? []).length;
	if (isWhole && versions.every(([, , about]) => /^\w/.test(about ?? ''))) return versions;
	throw new Error('Each entry of the changelog has a version, its date in brackets, and a paragraph first');
}

export const versionHistoryParts: Parts = {
	versionHistory: () => {
		const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
		return markdownTable([['Version', 'Date', 'What it is about'], ...versionsIn(changelog)]);
	},
};
