import type { IDataObject } from 'n8n-workflow';

import { chosenOption, isOn } from '../../fields/choice';
import type { Span } from '../../fields/intervals';
import { chosenFields } from '../../fields/outputFields';
import { getOrMake } from '../../shared/values';
import type { RequestFlow } from '../../transport/request';
import { columnNames, readableRow } from './columns';
import { includeNames, namesOf, type Names, type ReportedPage } from './names';
import { readPeriods, type PeriodRead } from './periods';

type Context = ThisParameterType<RequestFlow>;

export interface Report {
	metrics: string[];
	isOfAudiences: boolean;
	read: RequestFlow;
}

interface Row {
	audienceId: unknown;
	sessions: number;
	json: IDataObject;
}

export interface Rows {
	/** Of all rows. */
	sessions: number;
	rows: IDataObject[];
}

const NO_NAMES: Names = { ofPage: {}, ofAudience: () => ({}) };

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
		const { [metric]: now = null } = record;
		values[metric] = now;
		if (before === undefined) continue;
		const { [metric]: previous = null } = before;
		values[`${metric}Previous`] = previous;
		values[`${metric}Change`] = changeOf(now, previous);
	}
	return values;
}

const daysOf = ({ start, end }: Span): IDataObject => ({
	from: start?.toISODate() ?? null,
	to: end?.toISODate() ?? null,
});

/** Makes rows of names, days and metrics, then what else the service gives, then the IDs. */
function rowMaker(
	context: Context,
	{ metrics: allMetrics, isOfAudiences }: Report,
	names: Names,
	pageId: string,
): (read: PeriodRead) => Row[] {
	const chosen = chosenFields(context);
	const hasChosen = chosen.length > 0;
	const metrics = hasChosen ? allMetrics.filter((metric) => chosen.includes(metric)) : allMetrics;
	const isReadable = chosenOption(context, columnNames, 'options.columnNames') === 'readable';

	return ({ interval, records, before }) => {
		// Dates take far longer than all else of a row: they are written once an interval.
		const days = daysOf(interval);
		return records.map((record) => {
			const { audienceId = null, totalSessions } = record;
			const recordBefore = before && (before.get(record.audienceId) ?? {});
			const first = {
				...names.ofPage,
				...(isOfAudiences && names.ofAudience(audienceId)),
				...days,
				...metricsOf(metrics, record, recordBefore),
			};
			const ids = { pageId, ...(isOfAudiences && { audienceId }) };
			const known = { ...first, ...ids };
			const isNew = ([field]: [string, unknown]) => !hasChosen && !Object.hasOwn(known, field);
			const others = Object.fromEntries(Object.entries(record).filter(isNew));
			const json = { ...first, ...others, ...ids };
			const sessions = typeof totalSessions === 'number' ? totalSessions : 0;
			return { audienceId, sessions, json: isReadable ? readableRow(json) : json };
		});
	};
}

const sessionsOf = (rows: Array<{ sessions: number }>): number =>
	rows.reduce((sum, { sessions }) => sum + sessions, 0);

/** Groups of rows, those with the most sessions first. */
export function inReportOrder(groups: Rows[]): Rows {
	const sorted = [...groups].sort((first, second) => second.sessions - first.sessions);
	return { sessions: sessionsOf(groups), rows: sorted.flatMap(({ rows }) => rows) };
}

/**
 * Rows for a spreadsheet, with the same columns for each page: the audiences of a page by sessions,
 * the most first, then by period.
 */
export async function rowsOfPage(
	context: Context,
	report: Report,
	page: ReportedPage,
): Promise<Rows> {
	const reads = await readPeriods(context, page.requestData, report.read);
	const hasNames = isOn(context, includeNames) && reads.some(({ records }) => records.length > 0);
	const names = hasNames ? await namesOf(context, report.isOfAudiences, page) : NO_NAMES;
	const rows = reads.flatMap(rowMaker(context, report, names, page.pageId));

	const byAudience = new Map<unknown, Row[]>();
	for (const row of rows) getOrMake(byAudience, row.audienceId, () => []).push(row);
	const groups = [...byAudience.values()].map((ofAudience) => ({
		sessions: sessionsOf(ofAudience),
		rows: ofAudience.map(({ json }) => json),
	}));
	return inReportOrder(groups);
}
