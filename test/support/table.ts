/** Lines with the columns below each other, each as wide as its widest cell. */
export function table(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
	);
	const line = (cells: string[]) =>
		cells
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('   ')
			.trimEnd();
	return rows.map(line).join('\n');
}

/** The same in Markdown, the first row as its header. */
export function markdownTable([header = [], ...rows]: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A row, by the heads of the columns. */
export type Row = Record<string, string>;

/** Such rows as rows of cells, their header first: that of the first row. */
export function cellsOf(rows: Row[]): string[][] {
	const heads = Object.keys(rows[0] ?? {});
	return [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
}
