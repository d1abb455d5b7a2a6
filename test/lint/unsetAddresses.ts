/** What nobody has set yet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands in place of whatever only the publisher can know. */
const TO_BE_SET = 'to-be-set';

/** Paths of the texts with the mark in them, such as `author.email`. */
export function unsetAddresses(manifest: object): string[] {
	return Object.entries(manifest).flatMap(([key, value]: [string, unknown]) => {
		if (typeof value === 'string') return value.includes(TO_BE_SET) ? [key] : [];
		if (typeof value !== 'object' || value === null) return [];
		return unsetAddresses(value).map((path) => `${key}.${path}`);
	});
}

const CODEOWNERS = '.github/CODEOWNERS';

/** The same in the files of a project that name who publishes it. */
export function unsetIn(folder: string): string[] {
	const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
	const owners = existsSync(join(folder, CODEOWNERS)) ? textOf(CODEOWNERS) : '';
	return unsetAddresses({
		'package.json': JSON.parse(textOf('package.json')) as object,
		[CODEOWNERS]: owners,
	});
}
