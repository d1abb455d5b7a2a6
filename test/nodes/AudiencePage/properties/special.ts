/** Fields whose meaning no schema says: how Create or Update finds a person, keys of log entries, Fields to Clear. */
import fc, { type Arbitrary } from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import { schemaAt } from '../../../service/schemaAt';
import { bodyText, bodyValues, group, oneOf, optional, optionalBodyText, type Field } from './fields';
import { given, none, together, type FormRule, type Given } from './given';
import { anything, isForUrls, textsOfLength, tooLong, urlTexts } from './values';

/** What people write in a field of a person. */
const valuesOf = (field: string) => bodyValues(field, schemaAt('createPerson', ['body', field]) ?? {});

/** What a person can have beside a name. */
const DETAILS = ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];

/** Match On and Match Value, and the name and the details that the form then still asks for. */
const matchedOn = (field: string, { usual, wild: badOnes, meant } = valuesOf(field)): Field => {
	const matchValue = (values: Arbitrary<unknown>) =>
		given('matchValue', values, { at: ['body', field], meant });
	const matchOn = given('matchOn', fc.constant(field), { isFixed: true });
	const wild = fc.oneof(badOnes, fc.constantFrom('   ', '\t'), anything);
	const name = bodyText('name', valuesOf('name'));
	const details = DETAILS.filter((detail) => detail !== field).map((detail) =>
		optionalBodyText(`additionalFields.${detail}`, valuesOf(detail)),
	);
	return group([
		{ usual: together(matchOn, matchValue(usual)), wild: together(matchOn, matchValue(wild)) },
		...(field === 'name' ? [] : [name]),
		...details,
	]);
};

const howToFind = given('options.findBy', fc.constantFrom('search', 'readAll', ''));

export const findBy: SpecialField = {
	paths: ['options.findBy'],
	field: optional({ usual: howToFind, wild: howToFind }),
};

/** Match On, Match Value, and what is asked for beside them. */
export const match: SpecialField = {
	paths: ['matchOn', 'matchValue', 'name', 'additionalFields'],
	field: oneOf([
		matchedOn('email'),
		matchedOn('linkedinProfileUrl', { ...valuesOf('linkedinProfileUrl'), usual: urlTexts }),
		matchedOn('name'),
		matchedOn('phoneNumber'),
	]),
};

/** What a person is looked for by is there, and can be searched for. */
export const matchValueIsFit: FormRule = (givens) =>
	givens
		.filter(({ parameter }) => parameter === 'matchValue')
		.filter(({ meant }) => meant === undefined || (typeof meant === 'string' && !isForUrls(meant)))
		.map(({ parameter }) => parameter);

/** Stands for a key that the node makes: 64 hexadecimal digits. */
export const NODES_OWN_KEY = '0'.repeat(64);

const MODE = 'options.idempotencyKeyMode';
const KEY = 'options.idempotencyKey';
const AT = ['body', 'idempotencyKey'];

const mode = (...values: string[]) => given(MODE, fc.constantFrom(...values));
const key = (values: Arbitrary<unknown>) => given(KEY, values, { at: AT });

/** Idempotency Key Mode and Idempotency Key: a key that is filled counts in every mode. */
export const idempotency: Field = {
	usual: fc.oneof(
		mode('none'),
		given(MODE, fc.constantFrom('item', 'content'), { at: AT, meant: () => NODES_OWN_KEY }),
		together(mode('', 'content', 'custom', 'item', 'none'), key(textsOfLength(1, 255))),
		key(textsOfLength(1, 255)),
	),
	wild: together(mode('custom'), key(fc.oneof(tooLong(255), anything))),
};

/** A key of the user's own has to be there. */
export const customKeyIsFilled: FormRule = (givens) => {
	const isCustom = givens.some(({ parameter, value }) => parameter === MODE && value === 'custom');
	const isFilled = givens.some(({ parameter, meant }) => parameter === KEY && meant !== undefined);
	return isCustom && !isFilled ? [KEY] : [];
};

/** Each field that is cleared is one of its own in the request: null. */
const cleared = (chosen: Arbitrary<string[]>) =>
	fc.tuple(chosen, fc.boolean()).map(([value, byExpression]): Given[] => {
		const field = { parameter: 'fieldsToClear', value, byExpression, isLocator: false };
		return value.length === 0
			? [field]
			: value.map((name) => ({ ...field, at: ['body', name], meant: null }));
	});

/** Fields to Clear, of the fields that it offers. */
export const fieldsToClear = (clearable: string[]): Field => ({
	usual: fc.oneof(
		{ weight: 3, arbitrary: none },
		cleared(fc.uniqueArray(fc.constantFrom(...clearable), { maxLength: 1 })),
	),
	wild: fc.oneof(
		cleared(fc.uniqueArray(fc.constantFrom(...clearable))),
		cleared(fc.constantFrom(['name'], ['slug'], ['personId', 'email'], ['__proto__'])),
	),
});

/** A field that is set and cleared is meant neither way. */
export const notSetAndCleared: FormRule = (givens) =>
	givens
		.filter(({ parameter, meant }) => parameter.startsWith('updateFields.') && meant !== undefined)
		.flatMap(({ at }) => givens.filter((one) => one.parameter === 'fieldsToClear' && one.at?.[1] === at?.[1]))
		.map(({ parameter }) => parameter);
