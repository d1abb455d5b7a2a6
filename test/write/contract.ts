/** contract.json with what the forms have that it has not: a line that is there stays as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/root';
import { storedNames } from '../nodes/AudiencePage/stored';

/** Names with what each says, or with the lines below it. */
export type Lines = Record<string, unknown>;

const isPart = (value: unknown): value is Lines => typeof value === 'object' && value !== null;

/** Every line by its path, such as `operations.person.create.name`. */
const linesOf = (part: Lines, path = ''): Array<[path: string, line: unknown]> =>
	Object.entries(part).flatMap(([name, value]) => {
		const at = path === '' ? name : `${path}.${name}`;
		return isPart(value) ? linesOf(value, at) : [[at, value]];
	});

/** Whether a line says all that it said: of a choice, values may have come to it. */
function keeps(line: unknown, now: unknown): boolean {
	const parts = (text: unknown) => /^(.*) \((.*)\) (= .*)$/.exec(String(text))?.slice(1) ?? [];
	const [[type, values = '', usual], [typeNow, valuesNow = '', usualNow]] = [parts(line), parts(now)];
	if (type === undefined) return line === now;
	const all = valuesNow.split(' | ');
	return type === typeNow && usual === usualNow && values.split(' | ').every((value) => all.includes(value));
}

/** What is now, in the order that was; what is new stands behind what it stands behind now. */
function inOrderOf(before: unknown, now: unknown): unknown {
	if (!isPart(before) || !isPart(now)) return now;
	const names = Object.keys(before);
	for (const [index, name] of Object.keys(now).entries()) {
		if (names.includes(name)) continue;
		const previous = Object.keys(now)[index - 1];
		names.splice(previous === undefined ? 0 : names.indexOf(previous) + 1, 0, name);
	}
	return Object.fromEntries(names.map((name) => [name, inOrderOf(before[name], now[name])]));
}

/** Every line that is gone or says something else, each in words. */
function brokenLines(before: Lines, now: Lines): string[] {
	const lines = new Map(linesOf(now));
	return linesOf(before).flatMap(([path, line]) => {
		if (!lines.has(path)) return [`${path} is gone, and was ${String(line)}`];
		const said = lines.get(path);
		return keeps(line, said) ? [] : [`${path} is ${String(said)}, and was ${String(line)}`];
	});
}

/**
 * The text of contract.json.
 *
 * @param contract as it is
 * @throws Error with every line that is gone or says something else
 */
export function contractText(contract: Lines, names: Lines = storedNames()): string {
	const broken = brokenLines(contract, names);
	if (broken.length > 0)
		throw new Error(
			[
				'Saved workflows have stored what the forms no longer have:',
				...broken,
				'Put it back, or add a version of the node: docs/CONTRIBUTING.md#names-are-a-contract',
			].join('\n'),
		);
	return `${JSON.stringify(inOrderOf(contract, names), null, '\t')}\n`;
}

/** The versions that are released, the newest first: CHANGELOG.md has a heading with its date for each. */
export const releases = (): string[] =>
	[...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d\S*)\] - \d{4}-/gm)].map(
		([, version = '']) => version,
	);

const CONTRACT = 'test/nodes/AudiencePage/contract.json';

/** The file. From the first release on, lines only come to it: until then, nobody has stored a name. */
export function contractFiles(): Map<string, string> {
	const lines = releases().length === 0 ? '{}' : readFileSync(join(ROOT, CONTRACT), 'utf8');
	return new Map([[CONTRACT, contractText(JSON.parse(lines) as Lines)]]);
}
