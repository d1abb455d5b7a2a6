import fc, { type Arbitrary } from 'fast-check';

import {
	badNames,
	badPhoneNumbers,
	bodyText,
	group,
	located,
	names,
	oneOf,
	optional,
	optionalBodyText,
	phoneNumbers,
	queryText,
	type Field,
} from '../fields';
import { given, none, together, type Given } from '../given';
import { countsAreWhole, pagedList } from '../lists';
import type { FormRule, Operation } from '../operation';
import { nothingToUpdate } from '../updates';
import { isForUrls } from '../url';
import { anything, urlTexts } from '../values';

const RESOURCE = 'person';
const CLEARABLE = ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];

/** What a person can have, in this collection of the form. */
const details = (collection: string): Field[] => [
	optionalBodyText(`${collection}.domain`),
	optionalBodyText(`${collection}.email`),
	optionalBodyText(`${collection}.linkedinProfileUrl`),
	optionalBodyText(`${collection}.phoneNumber`, phoneNumbers, badPhoneNumbers),
];

/** Each field that is cleared is one of its own in the request: null. */
const cleared = (chosen: Arbitrary<string[]>) =>
	fc.tuple(chosen, fc.boolean()).map(([value, byExpression]): Given[] => {
		const field = { parameter: 'fieldsToClear', value, byExpression, isLocator: false };
		return value.length === 0
			? [field]
			: value.map((name) => ({ ...field, at: ['body', name], meant: null }));
	});

const fieldsToClear: Field = {
	usual: fc.oneof(
		{ weight: 3, arbitrary: none },
		cleared(fc.uniqueArray(fc.constantFrom(...CLEARABLE), { maxLength: 1 })),
	),
	wild: fc.oneof(
		cleared(fc.uniqueArray(fc.constantFrom(...CLEARABLE))),
		cleared(fc.constantFrom(['name'], ['slug'], ['personId', 'email'], ['__proto__'])),
	),
};

/** A field that is set and cleared is meant neither way. */
const notSetAndCleared: FormRule = (givens) =>
	givens
		.filter(({ parameter, meant }) => parameter.startsWith('updateFields.') && meant !== undefined)
		.flatMap(({ at }) => givens.filter((one) => one.parameter === 'fieldsToClear' && one.at?.[1] === at?.[1]))
		.map(({ parameter }) => parameter);

/** Match On and Match Value, and the name and the details that the form then still asks for. */
const matchedOn = (field: string, usual: Arbitrary<unknown>): Field => {
	const matchValue = (values: Arbitrary<unknown>) => given('matchValue', values, { at: ['body', field] });
	const matchOn = given('matchOn', fc.constant(field), { isFixed: true });
	const others = details('additionalFields').filter((_detail, index) => CLEARABLE[index] !== field);
	return group([
		{
			usual: together(matchOn, matchValue(usual)),
			wild: together(
				matchOn,
				matchValue(fc.oneof(badNames, badPhoneNumbers, fc.constantFrom('   ', '\t'), anything)),
			),
		},
		...(field === 'name' ? [] : [bodyText('name', names, badNames)]),
		...others,
	]);
};

const findBy: Field = optional({
	usual: given('options.findBy', fc.constantFrom('search', 'readAll', '')),
	wild: given('options.findBy', fc.constantFrom('search', 'readAll')),
});

/** What a person is looked for by is there, and can be searched for. */
const matchValueIsFit: FormRule = (givens) =>
	givens
		.filter(
			({ parameter, meant }) =>
				parameter === 'matchValue' &&
				(meant === undefined || (typeof meant === 'string' && !isForUrls(meant))),
		)
		.map(({ parameter }) => parameter);

export const person: Operation[] = [
	{
		resource: RESOURCE,
		operation: 'create',
		operationId: 'createPerson',
		fields: [bodyText('name', names, badNames), ...details('additionalFields')],
	},
	{
		resource: RESOURCE,
		operation: 'update',
		operationId: 'updatePerson',
		fields: [
			// First, so that a field that is set and cleared is judged by what it is set to.
			fieldsToClear,
			located('personId', 'person_id'),
			optionalBodyText('updateFields.name', names, badNames),
			...details('updateFields'),
		],
		rules: [nothingToUpdate, notSetAndCleared],
	},
	{
		resource: RESOURCE,
		operation: 'upsert',
		operationId: 'createPerson',
		fields: [
			oneOf([
				matchedOn('email', urlTexts),
				matchedOn('linkedinProfileUrl', urlTexts),
				matchedOn('name', names),
				matchedOn('phoneNumber', phoneNumbers),
			]),
			findBy,
		],
		rules: [matchValueIsFit],
		asksFirst: 'searchPersons',
	},
	{
		resource: RESOURCE,
		operation: 'getAll',
		operationId: 'searchPersons',
		fields: [pagedList, queryText('filters.query')],
		rules: [countsAreWhole],
	},
];
