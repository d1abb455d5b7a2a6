import type { IDataObject } from 'n8n-workflow';

/** Digits after the point of a difference. Those behind them come from the way in which computers count. */
const PRECISION = 10;

const changeOf = (now: unknown, before: unknown): number | null =>
	typeof now === 'number' && typeof before === 'number' ? Number((now - before).toFixed(PRECISION)) : null;

/** The figures of a record: null for those that it does not have. */
export const figuresOf = (figures: string[], record: IDataObject = {}): IDataObject =>
	Object.fromEntries(figures.map((figure) => [figure, record[figure] ?? null]));

/**
 * The figures of a record, each with `<figure>Previous` and `<figure>Change`, the difference: null if either is.
 *
 * @param before the record of the period before, if there was one
 */
export function comparedFigures(figures: string[], record: IDataObject, before?: IDataObject): IDataObject {
	const [now, previous] = [figuresOf(figures, record), figuresOf(figures, before)];
	return Object.fromEntries(
		figures.flatMap((figure) => [
			[figure, now[figure]],
			[`${figure}Previous`, previous[figure]],
			[`${figure}Change`, changeOf(now[figure], previous[figure])],
		]),
	);
}
