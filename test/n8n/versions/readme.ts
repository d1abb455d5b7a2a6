/** The table of versions that README shows: written by the tests that run them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const README = join(__dirname, '..', '..', '..', 'README.md');
const PLACE = /(?<=<!-- versions -->\n)[^]*?(?=<!-- \/versions -->)/;

/** One version, by the heads of the columns. */
export type Row = Record<string, string>;

/** The table in Markdown. Its columns are those of the first row. */
export function tableOf(rows: Row[]): string {
	const heads = Object.keys(rows[0] ?? {});
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [heads, heads.map(() => '---'), ...rows.map((row) => heads.map((head) => row[head] ?? ''))]
		.map((cells) => `${line(cells)}\n`)
		.join('');
}

/** The table as README has it; undefined if it has none. */
export async function tableInReadme(): Promise<string | undefined> {
	return PLACE.exec(await readFile(README, 'utf8'))?.[0];
}

/** Puts a table in the place of the one that README has. */
export async function writeToReadme(table: string): Promise<void> {
	await writeFile(
		README,
		(await readFile(README, 'utf8')).replace(PLACE, () => table),
	);
}
