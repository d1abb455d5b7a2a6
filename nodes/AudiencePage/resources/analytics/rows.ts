import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { chosenOption, isOn } from '../../fields/choice';
import type { Span } from '../../fields/intervals';
import { chosenFields } from '../../fields/outputFields';
import { beginningWith, getOrMake } from '../../shared/values';
import type { RequestFlow } from '../../transport/request';
import { columnNames, readableRow } from './columns';
import { includeNames, readNames, type NamesOf, type ReportedPage } from './names';
import { readPeriods, type Compared, type PeriodRead } from './periods';

export interface Report {
	metrics: string[];
	isOfAudiences: boolean;
	/** Reads the metrics of a page, or of its audiences, for one interval. */
	read: RequestFlow;
}

/** Rows that stay together. */
export interface Rows {
	/** The sessions of all these rows, by which they are ordered. */
	sessions: number;
	rows: IDataObject[];
}

/** Digits behind the tenth come from the way in which computers count. */
const changeOf = (now: unknown, before: unknown): number | null =>
	typeof now === 'number' && typeof before === 'number' ? Number((now - before).toFixed(10)) : null;

/**
 * The metrics of a record, or null. If compared, each with `<metric>Previous` and
 * `<metric>Change`.
 */
function metricsOf(metrics: string[], record: IDataObject, before?: IDataObject): IDataObject {
	const values: IDataObject = {};
	for (const metric of metrics) {
		const now = record[metric] ?? null;
		values[metric] = now;
		if (before === undefined) continue;
		const previous = before[metric] ?? null;
		values[`${metric}Previous`] = previous;
		values[`${metric}Change`] = changeOf(now, previous);
	}
	return values;
}

const daysOf = ({ start, end }: Span): IDataObject => ({
	from: start?.toISODate() ?? null,
	to: end?.toISODate() ?? null,
});

/** Makes a row of an interval of these days. */
type RowOf = (days: IDataObject, compared: Compared) => IDataObject;

/**
 * Rows of a page: names, days and metrics, then what else the service gives, which may be new, then
 * the IDs.
 */
function rowOf(
	context: IExecutePaginationFunctions,
	{ metrics, isOfAudiences }: Report,
	pageId: string,
	namesOf: NamesOf,
): RowOf {
	const chosen = chosenFields(context);
	const hasChosen = chosen.length > 0;
	const returned = hasChosen ? metrics.filter((metric) => chosen.includes(metric)) : metrics;
	const isReadable = chosenOption(context, columnNames, 'options.columnNames') === 'readable';

	return (days, { record, before }) => {
		const { audienceId = null } = record;
		const ids = isOfAudiences ? { pageId, audienceId } : { pageId };
		const first = { ...namesOf(audienceId), ...days, ...metricsOf(returned, record, before) };
		const row = hasChosen ? first : beginningWith(first, record);
		delete row.pageId;
		delete row.audienceId;
		Object.assign(row, ids);
		return isReadable ? readableRow(row) : row;
	};
}

/** Groups of rows, those with the most sessions first. */
export function inReportOrder(groups: Rows[]): Rows {
	const sorted = [...groups].sort((a, b) => b.sessions - a.sessions);
	const sessions = groups.reduce((sum, group) => sum + group.sessions, 0);
	return { sessions, rows: sorted.flatMap(({ rows }) => rows) };
}

/** The rows of each audience stay together, by period; of a page, all are one group. */
function grouped(reads: PeriodRead[], rowOf: RowOf): Rows[] {
	const groups = new Map<unknown, Rows>();
	for (const { interval, records } of reads) {
		// Dates take far longer than all else of a row.
		const days = daysOf(interval);
		for (const compared of records) {
			const { audienceId, totalSessions } = compared.record;
			const group = getOrMake(groups, audienceId, () => ({ sessions: 0, rows: [] }));
			group.sessions += typeof totalSessions === 'number' ? totalSessions : 0;
			group.rows.push(rowOf(days, compared));
		}
	}
	return [...groups.values()];
}

const NO_NAMES: NamesOf = () => ({});

/**
 * Rows for a spreadsheet, with the same columns for each page: the audiences of a page by sessions,
 * the most first, then by period.
 */
export async function rowsOfPage(
	context: IExecutePaginationFunctions,
	report: Report,
	page: ReportedPage,
): Promise<Rows> {
	const reads = await readPeriods(context, page.requestData, report.read);
	const hasNames = isOn(context, includeNames) && reads.some(({ records }) => records.length > 0);
	const namesOf = hasNames ? await readNames(context, page, report.isOfAudiences) : NO_NAMES;
	return inReportOrder(grouped(reads, rowOf(context, report, page.pageId, namesOf)));
}
