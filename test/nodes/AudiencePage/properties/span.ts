/** A period of analytics: a preset, or two dates in any form that people write them in. */
import fc, { type Arbitrary } from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import { group, optional, type Field } from './fields';
import { given, isEmpty, none, together, type Given } from './given';
import type { FormRule } from './operation';
import { structures } from './values';

const YEAR = 365 * 24 * 3_600_000;
const FIRST = Date.UTC(1995, 0, 1);
const DATE_ALONE = 'yyyy-mm-dd'.length;

/** A moment in one of the forms that people write it in; the value is to come out as it is here. */
const moments = fc.date({ min: new Date(FIRST), max: new Date(FIRST + 60 * YEAR), noInvalidDate: true });

const twoDigits = (number: number) => String(number).padStart(2, '0');

function withOffset(moment: Date, minutes: number): string {
	const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
	const size = Math.abs(minutes);
	return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** As fields of the form take it; the workflow's time zone is UTC. */
const written: Arbitrary<(moment: Date) => unknown> = fc.oneof(
	fc.constantFrom(
		(moment: Date) => moment.toISOString(),
		(moment: Date) => moment.toISOString().slice(0, -1).replace('T', ' '),
		(moment: Date) => moment.toISOString().slice(0, DATE_ALONE),
		(moment: Date) => ` ${moment.toISOString()} `,
		(moment: Date) => moment.getTime(),
		(moment: Date) => String(moment.getTime()),
		(moment: Date) => moment,
	),
	fc.integer({ min: -12 * 60, max: 14 * 60 }).map((minutes) => (moment: Date) => withOffset(moment, minutes)),
);

/** The moment that was written; of a date alone, one end of the day. */
const readBack = (value: unknown, moment: Date, parameter: string): string =>
	typeof value === 'string' && value.length === DATE_ALONE
		? `${value}T${parameter === 'startDate' ? '00:00:00.000' : '23:59:59.999'}Z`
		: moment.toISOString();

/** Moments of years that a date-time of the service cannot have. */
const farAway = fc
	.constantFrom(Date.UTC(10_000, 0), Date.UTC(-1, 0), 8.64e15)
	.map((milliseconds) => new Date(milliseconds));

const noMoments: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>('tomorrow', '2026', '2026-13-01', '2026-02-30', '31.12.2026', '12:00'),
	fc.constantFrom<unknown>('2026-01-31T25:00:00Z', '99999999999999999999', true, NaN, 1e20),
	structures.filter((value) => !(value instanceof Date)),
);

const dateGiven = (parameter: string, moment: Date): Arbitrary<Given[]> =>
	written.chain((write) =>
		given(parameter, fc.constant(write(moment)), {
			at: ['query', parameter],
			meant: (value) => readBack(value, moment, parameter),
		}),
	);
const noDateGiven = (parameter: string): Arbitrary<Given[]> =>
	fc.oneof(
		given(parameter, noMoments, { at: ['query', parameter] }),
		given(parameter, farAway, { at: ['query', parameter], meant: (date) => (date as Date).toISOString() }),
	);

const period = (value: string) => given('period', fc.constant(value), { isFixed: true });
const custom = (start: Arbitrary<Given[]>, end: Arbitrary<Given[]>) => together(period('custom'), start, end);

/** What two moments, in any order, make. */
const ofTwo = (spans: (one: Date, other: Date) => Array<Arbitrary<Given[]>>): Arbitrary<Given[]> =>
	fc.tuple(moments, moments).chain(([one, other]) => fc.oneof(...spans(one, other)));

const anySpan: Field = {
	usual: fc.oneof(
		{ weight: 1, arbitrary: period('allTime') },
		{
			weight: 4,
			arbitrary: ofTwo((one, other) => {
				const [start, end] = one < other ? [one, other] : [other, one];
				const [from, to] = [dateGiven('startDate', start), dateGiven('endDate', end)];
				return [custom(from, to), custom(from, none), custom(none, to)];
			}),
		},
	),
	wild: fc.oneof(
		ofTwo((one, other) => {
			const [from, to] = [dateGiven('startDate', one), dateGiven('endDate', other)];
			return [custom(noDateGiven('startDate'), to), custom(from, noDateGiven('endDate')), custom(from, to)];
		}),
		custom(given('startDate', fc.constantFrom('', null)), none),
	),
};

/** Period, Start Date and End Date. */
export const span: SpecialField = { paths: ['period', 'startDate', 'endDate'], field: anySpan };

const meantAt = (givens: Given[], name: string) => givens.find(({ at }) => at?.[1] === name)?.meant;

/** A period of one's own has an end or a beginning, and they stand in this order. */
export const spanMakesSense: FormRule = (givens) => {
	const [start, end] = ['startDate', 'endDate'].map((name) => meantAt(givens, name));
	const isCustom = givens.some(({ value }) => value === 'custom');
	const isEmpty = isCustom && start === undefined && end === undefined;
	const isTurned =
		typeof start === 'string' && typeof end === 'string' && Date.parse(start) > Date.parse(end);
	return isEmpty || isTurned ? ['startDate'] : [];
};

const SWITCHES = ['options.includeNames', 'options.compareWithPrevious'];

const isFlag = (value: unknown) => isEmpty(value) || [true, false, 'true', 'false'].includes(value as string);

/** Switches that are off, or say nothing else: what they ask for is another request. */
export const switches: SpecialField = {
	paths: ['splitBy', ...SWITCHES],
	field: group([
		optional({
			usual: given('splitBy', fc.constantFrom('none', '', null)),
			wild: given('splitBy', fc.oneof(fc.constantFrom<unknown>('None', 'year', 1, true), structures)),
		}),
		...SWITCHES.map((path) =>
			optional({
				usual: given(path, fc.constantFrom<unknown>(false, 'false')),
				wild: given(path, fc.oneof(fc.constantFrom<unknown>('yes', 1, 0, 'FALSE'), structures)),
			}),
		),
	]),
};

/** They are what the form offers. */
export const flagsAreClear: FormRule = (givens) =>
	givens
		.filter(({ parameter, value }) =>
			parameter === 'splitBy'
				? !isEmpty(value) && value !== 'none'
				: SWITCHES.includes(parameter) && !isFlag(value),
		)
		.map(({ parameter }) => parameter);
