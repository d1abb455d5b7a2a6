/** How a period is divided, without n8n; in a workflow, see resources/analytics. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { splitPeriod } from '../../../../nodes/AudiencePage/fields/splitBy';
import { formWith, type Values } from '../../../support/form';

const split = (values: Values, qs?: IDataObject) =>
	splitPeriod(formWith(values, 'Europe/Berlin'), { qs }).map(
		({ start, end }) => `${start?.toISODate()}/${end?.toISODate()}`,
	);
const zone = 'Europe/Berlin';
const days = (first: string, last: string) => ({
	startDate: DateTime.fromISO(first, { zone }).toUTC().toISO(),
	endDate: DateTime.fromISO(last, { zone }).endOf('day').toUTC().toISO(),
});

const BOTH = 'Split By needs a Start Date and an End Date';
const TOO_MANY =
	'Split By must give at most 400 rows. Choose a longer interval, or a shorter Period (got "day")';
test.each<[Values, IDataObject, string]>([
	[{ splitBy: 'day', period: 'allTime' }, {}, 'Split By is not possible for All Time'],
	[{ splitBy: 'day', period: 'custom' }, { startDate: '2026-11-09' }, BOTH],
	[{ splitBy: 'day' }, { endDate: '2026-11-09' }, BOTH],
	[{ splitBy: 'year' }, {}, 'Split By must be day, month, none or week (got "year")'],
	[{ splitBy: 'day' }, days('2025-01-01', '2026-02-05'), TOO_MANY],
])('A period that is divided by %j of %j is refused', (values, qs, message) => {
	expect(() => split(values, qs)).toThrow(message);
});

test.each<Values>([{}, { splitBy: 'none' }])(
	'A period that is divided by %j is itself',
	(values) => {
		expect(split(values, days('2026-11-09', '2026-11-10'))).toEqual(['2026-11-09/2026-11-10']);
	},
);

test('A period may have 400 intervals', () => {
	expect(split({ splitBy: 'day' }, days('2025-01-01', '2026-02-04'))).toHaveLength(400);
});
