/** Fields whose meaning no schema says: how Create or Update finds a person, Limit. */
import fc from 'fast-check';
import { details } from '../../../../nodes/AudiencePage/resources/person/fields';
import type { SpecialField } from '../../../cases/operationCase';
import { schemaAt } from '../../../service/schemaAt';
import {
	bodyText,
	bodyValues,
	fieldAt,
	group,
	oneOf,
	optionalBodyText,
	type Field,
} from './fields';
import { given, isEmpty, together, type FormRule } from './given';
import { personName } from './normalized';
import { anything, empties, isUtf8 } from './values';

/** What people write in a field of a person. */
const valuesOf = (field: string) => ({
	...bodyValues(field, schemaAt('createPerson', ['body', field]) ?? {}),
	...(field === 'name' && { meant: personName }),
});

/** Match On and Match Value, and the name and the details that the form then still asks for. */
const matchedOn = (field: string, { usual, wild, meant } = valuesOf(field)): Field => {
	const matchOn = given('matchOn', fc.constant(field), { isFixed: true });
	const bad = fc.oneof(wild, fc.constantFrom('   ', '\t'), anything);
	const matchValue = fieldAt('matchValue', ['body', field], { usual, wild: bad, meant });
	const others = details.filter(({ name }) => name !== field);
	return group([
		{ usual: together(matchOn, matchValue.usual), wild: together(matchOn, matchValue.wild) },
		...(field === 'name' ? [] : [bodyText('name', valuesOf('name'))]),
		...others.map(({ name }) => optionalBodyText(`additionalFields.${name}`, valuesOf(name))),
	]);
};

/** Match On, Match Value, and what is asked for beside them. */
export const match: SpecialField = {
	paths: ['matchOn', 'matchValue', 'name', 'additionalFields'],
	field: oneOf(
		['email', 'linkedinProfileUrl', 'name', 'phoneNumber'].map((field) => matchedOn(field)),
	),
};

/** What a person is looked for by is there, and can be searched for. */
export const matchValueIsFit: FormRule = (givens) =>
	givens
		.filter(({ parameter }) => parameter === 'matchValue')
		.filter(({ meant }) => meant === undefined || !isUtf8(meant))
		.map(({ parameter }) => parameter);

const allTime = given('period', fc.constant('allTime'), { isFixed: true });

/**
 * Period, Start Date and End Date: which moments they mean, fields/period.test.ts and
 * fields/dates.test.ts say.
 */
export const span: SpecialField = {
	paths: ['period', 'startDate', 'endDate'],
	field: { usual: allTime, wild: allTime },
};

/** A choice of which only one sends a single request: tests of the operation try the others. */
export function always(path: string, value: string): SpecialField {
	const only = given(path, fc.constant(value), { isFixed: true });
	return { paths: [path], field: { usual: only, wild: only } };
}

const numbers = fc.oneof(
	fc.integer({ min: 1, max: 300 }),
	fc.constantFrom(1, 50, 99, 100, 101, 2 ** 31),
);
const noNumbers = [0, -1, 1.5, 2 ** 53, '0', '-1', '2.5', '1e3', '0x10', 'ten', true, {}, [], [5]];

/** Limit; a list with cursors is asked for no more than a page. */
export const limit = (most: number): Field =>
	fieldAt('limit', ['query', 'limit'], {
		usual: fc.oneof({ weight: 6, arbitrary: numbers }, numbers.map(String), empties),
		wild: fc.constantFrom<unknown>(...noNumbers),
		meant: (value) => Math.min(isEmpty(value) ? 50 : Number(value), most),
	});

/**
 * The service takes any number; the form takes only what a number of records can be, and no
 * expression without one.
 */
export const limitIsWhole: FormRule = (givens) =>
	givens
		.filter(
			({ parameter, value, byExpression }) =>
				parameter === 'limit' && (byExpression || !isEmpty(value)),
		)
		.filter(
			({ value }) =>
				typeof value === 'object' || !/^[1-9][0-9]{0,14}$/.test(String(value as string)),
		)
		.map(({ parameter }) => parameter);
