/** The tables in README that runs write, each between two comments with its name. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownTable } from './table';

const README = join(__dirname, '..', '..', 'README.md');

/** Whether tables are to be written, as `npm run figures` says; otherwise README stays as it is. */
export const isToBeWritten = process.env.WRITE_README === 'yes';

/** A row, by the heads of the columns. */
export type Row = Record<string, string>;

/** These rows in Markdown, lines whole. The columns are those of the first row. */
export function tableOf(rows: Row[]): string {
	const heads = Object.keys(rows[0] ?? {});
	return `${markdownTable([heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))])}\n`;
}

const placeOf = (name: string): RegExp => new RegExp(`(?<=<!-- ${name} -->\n)[^]*?(?=<!-- /${name} -->)`);

/** A table as README has it; undefined if README has no place for it. */
export async function tableInReadme(name: string): Promise<string | undefined> {
	return placeOf(name).exec(await readFile(README, 'utf8'))?.[0];
}

/** Puts a table in the place of the one that README has. */
export async function writeToReadme(name: string, table: string): Promise<void> {
	const readme = await readFile(README, 'utf8');
	await writeFile(
		README,
		readme.replace(placeOf(name), () => table),
	);
}
