/** contract.json with what the forms have that it has not: a line that is there stays as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/root';
import { storedNames } from '../nodes/AudiencePage/stored';

/** Every line by its path, such as `operations.person.create.name`. */
const linesOf = (names: object, path: string[] = []): Array<[path: string, line: string]> =>
	Object.entries(names).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null
			? linesOf(value as object, [...path, name])
			: [[[...path, name].join('.'), String(value)]],
	);

/** What a line such as `options (a | b) = a` says. */
function parsed(line: string): { type: string; values: string[]; default: string } {
	const [, type = line, values = '', usual = ''] = /^(.*?)(?: \((.*)\))? (= .*)$/.exec(line) ?? [];
	return { type, values: values.split(' | '), default: usual };
}

/** Whether a line says all that it said: a choice may have got values. */
function keeps(line: string, now: string): boolean {
	const [before, after] = [parsed(line), parsed(now)];
	return (
		before.type === after.type &&
		before.default === after.default &&
		before.values.every((value) => after.values.includes(value))
	);
}

/**
 * The text of contract.json. Throws an Error with every line of `contract` that is gone or says
 * something else.
 */
export function contractText(contract: object, names: object = storedNames()): string {
	const now = new Map(linesOf(names));
	const broken = linesOf(contract).filter(([path, line]) => !keeps(line, now.get(path) ?? 'gone'));
	if (broken.length === 0) return `${JSON.stringify(names, null, '\t')}\n`;
	const words = broken.map(
		([path, line]) => `${path} is ${now.get(path) ?? 'gone'}, and was ${line}`,
	);
	throw new Error(
		[
			'Saved workflows have stored what the forms no longer have:',
			...words,
			'Put it back, or add a version of the node: docs/CONTRIBUTING.md#names-are-a-contract',
		].join('\n'),
	);
}

/**
 * The versions that are released, the newest first: CHANGELOG.md has a heading with its date for
 * each.
 */
export const releases = (): string[] =>
	[...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d\S*)\] - \d{4}-/gm)].map(
		([, version = '']) => version,
	);

const CONTRACT = 'test/nodes/AudiencePage/contract.json';

/**
 * The file. From the first release on, lines only come to it: until then, nobody has stored a name.
 */
export function contractFiles(): Map<string, string> {
	const lines = releases().length === 0 ? '{}' : readFileSync(join(ROOT, CONTRACT), 'utf8');
	return new Map([[CONTRACT, contractText(JSON.parse(lines) as object)]]);
}
