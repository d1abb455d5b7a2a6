/**
 * Figures of runs too long for every day: kept as data in `docs/measured/`, from where `npm run
 * write` takes them.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', 'docs', 'measured');
const pathOf = (name: string): string => join(FOLDER, `${name}.json`);

/** Whether what is measured is to be kept, as `KEEP_FIGURES=yes` says. */
export const isToBeKept = process.env.KEEP_FIGURES === 'yes';

/** What was measured last, as JSON has it; throws if it never was. */
export const measured = (name: string): unknown => JSON.parse(readFileSync(pathOf(name), 'utf8'));

/** Keeps what was measured in place of the last. */
export async function keepMeasured(name: string, figures: unknown): Promise<void> {
	await writeFile(pathOf(name), `${JSON.stringify(figures, null, '\t')}\n`);
}
