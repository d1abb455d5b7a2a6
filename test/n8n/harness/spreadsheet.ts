import { readSheet } from 'read-excel-file/node';
import type { Row } from '../examples/sandboxRecords';

/** The rows below the header row of a sheet of an .xlsx file; an empty cell is null. */
export async function readRows(file: Buffer, sheet: string): Promise<Row[]> {
	const [header = [], ...rows] = await readSheet(file, sheet);
	return rows.map((cells) =>
		Object.fromEntries(header.map((column, index) => [String(column), cells[index]])),
	);
}
