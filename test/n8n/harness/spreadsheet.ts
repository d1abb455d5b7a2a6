import { readSheet } from 'read-excel-file/node';

/** One row of a spreadsheet, by column. */
export type Row = Record<string, unknown>;

/** The rows below the header row of a sheet of an .xlsx file; an empty cell is null. */
export async function readRows(file: Buffer, sheet: string): Promise<Row[]> {
	const [header = [], ...rows] = await readSheet(file, sheet);
	return rows.map((cells) =>
		Object.fromEntries(header.map((column, index) => [String(column), cells[index]])),
	);
}
