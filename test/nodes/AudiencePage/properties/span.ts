/** A period of analytics: a preset, or two dates in forms that people write them in. */
import fc, { type Arbitrary } from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import { group, optional } from './fields';
import { given, isEmpty, none, together, type FormRule, type Given } from './given';
import { structures } from './values';

const DATE_ALONE = 'yyyy-mm-dd'.length;
const moments = fc.date({ min: new Date('1995-01-01'), max: new Date('2055-01-01'), noInvalidDate: true });

/** As fields of the form take a moment; the workflow's time zone is UTC. */
const written = fc.constantFrom<(moment: Date) => unknown>(
	(moment) => moment.toISOString(),
	(moment) => moment.toISOString().slice(0, -1).replace('T', ' '),
	(moment) => moment.toISOString().slice(0, DATE_ALONE),
	(moment) => ` ${new Date(+moment + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')} `,
	(moment) => moment.getTime(),
	(moment) => String(moment.getTime()),
	(moment) => moment,
);

/** The moment that was written; of a date alone, one end of the day. */
const readBack = (value: unknown, moment: Date, parameter: string): string =>
	typeof value === 'string' && value.length === DATE_ALONE
		? `${value}T${parameter === 'startDate' ? '00:00:00.000' : '23:59:59.999'}Z`
		: moment.toISOString();

/** Moments of years that a date-time of the service cannot have. */
const farAway = fc.constantFrom(Date.UTC(10_000, 0), Date.UTC(-1, 0), 8.64e15).map((time) => new Date(time));

const noMoments: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>('tomorrow', '2026', '2026-13-01', '2026-02-30', '31.12.2026', true, NaN, 1e20),
	structures.filter((value) => !(value instanceof Date)),
);

const date = (parameter: string, moment: Date): Arbitrary<Given[]> =>
	written.chain((write) => {
		const meant = (value: unknown) => readBack(value, moment, parameter);
		return given(parameter, fc.constant(write(moment)), { at: ['query', parameter], meant });
	});
const noDate = (parameter: string): Arbitrary<Given[]> => {
	const at = ['query', parameter];
	const meant = (value: unknown) => (value as Date).toISOString();
	return fc.oneof(given(parameter, noMoments, { at }), given(parameter, farAway, { at, meant }));
};

const period = (value: string) => given('period', fc.constant(value), { isFixed: true });
const custom = (start: Arbitrary<Given[]>, end: Arbitrary<Given[]>) => together(period('custom'), start, end);

/** What two moments, in any order, make. */
const ofTwo = (spans: (one: Date, other: Date) => Array<Arbitrary<Given[]>>): Arbitrary<Given[]> =>
	fc.tuple(moments, moments).chain(([one, other]) => fc.oneof(...spans(one, other)));

const inOrder = ofTwo((one, other) => {
	const [start, end] = one < other ? [one, other] : [other, one];
	const [from, to] = [date('startDate', start), date('endDate', end)];
	return [custom(from, to), custom(from, none), custom(none, to)];
});

const wrong = ofTwo((one, other) => {
	const [from, to] = [date('startDate', one), date('endDate', other)];
	return [custom(noDate('startDate'), to), custom(from, noDate('endDate')), custom(from, to)];
});

/** Period, Start Date and End Date. */
export const span: SpecialField = {
	paths: ['period', 'startDate', 'endDate'],
	field: {
		usual: fc.oneof({ weight: 1, arbitrary: period('allTime') }, { weight: 4, arbitrary: inOrder }),
		wild: fc.oneof(wrong, custom(given('startDate', fc.constantFrom('', null)), none)),
	},
};

/** A period of one's own has an end or a beginning, and they stand in this order. */
export const spanMakesSense: FormRule = (givens) => {
	const [start, end] = ['startDate', 'endDate'].map(
		(name) => givens.find(({ at }) => at?.[1] === name)?.meant,
	);
	const isCustom = givens.some(({ value }) => value === 'custom');
	const isOpen = isCustom && start === undefined && end === undefined;
	const isTurned =
		typeof start === 'string' && typeof end === 'string' && Date.parse(start) > Date.parse(end);
	return isOpen || isTurned ? ['startDate'] : [];
};

const SWITCHES = ['options.includeNames', 'options.compareWithPrevious'];

/** What is off, or says nothing else: what it asks for otherwise is another request. */
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
		.filter(({ parameter }) => switches.paths.includes(parameter))
		.filter(({ value }) => !isEmpty(value))
		.filter(({ parameter, value }) =>
			parameter === 'splitBy' ? value !== 'none' : ![true, false, 'true', 'false'].includes(value as string),
		)
		.map(({ parameter }) => parameter);
