/** The kinds of fields that operations have, each with values that mostly fit and values that mostly do not. */
import fc, { type Arbitrary } from 'fast-check';

import type { Resolved } from '../../../service/schemaAt';
import { asRunningText, asText, given, isEmpty, none, together, type Given } from './given';
import { NORMALIZED } from './normalized';
import {
	anything,
	badIds,
	empties,
	ids,
	jsonObjects,
	otherJson,
	structures,
	texts,
	textsOfLength,
	tooLong,
	urlTexts,
} from './values';

/** One field of the form, or several that belong together. What a value is worth, the judge says. */
export interface Field {
	/** For most sets. */
	usual: Arbitrary<Given[]>;
	/** For sets in which this one field is to be wrong. */
	wild: Arbitrary<Given[]>;
}

const often = (one: Arbitrary<unknown>, other: Arbitrary<unknown>) =>
	fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: other });

/** A field that many sets have not got. */
export const optional = ({ usual, wild }: Field): Field => ({
	usual: fc.oneof({ weight: 1, arbitrary: none }, { weight: 2, arbitrary: usual }),
	wild,
});

/** The name of a parameter without the collection that it is in. */
const nameOf = (parameter: string): string => parameter.split('.').at(-1) ?? '';

/** Several fields, of which one goes wild. */
export function group(fields: Field[]): Field {
	const all = (wildOne?: number) =>
		together(...fields.map(({ usual, wild }, index) => (index === wildOne ? wild : usual)));
	return { usual: all(), wild: fc.oneof(...fields.map((_field, index) => all(index))) };
}

/** One field or the other. */
export const oneOf = (fields: Field[]): Field => ({
	usual: fc.oneof(...fields.map(({ usual }) => usual)),
	wild: fc.oneof(...fields.map(({ wild }) => wild)),
});

export interface Values {
	/** Those that the schema allows, mostly. */
	usual: Arbitrary<unknown>;
	/** Those that it does not, mostly. */
	wild: Arbitrary<unknown>;
}

/** Texts that miss a pattern by little. */
const nearly = (texts: Arbitrary<string>): Arbitrary<unknown> =>
	texts.chain((text) =>
		fc.constantFrom<unknown>(
			...[`${text}\n`, ` ${text}`, `${text}a`, `${text}--`, `${text} 1`, text.toUpperCase()],
			...[text.slice(1), text.slice(0, -1), text.repeat(4), text.replace('+', '+0')],
			...[text.replace(/[0-9]/g, '٤'), text.replace(/\W/, '_'), Number(text.replace(/\D/g, ''))],
		),
	);

export function valuesFor({ enum: choices, pattern, minLength = 0, maxLength = Infinity }: Resolved): Values {
	if (choices !== undefined) return { usual: fc.constantFrom(...(choices as unknown[])), wild: anything };
	const isLimited = maxLength < Infinity;
	const long = isLimited ? [tooLong(maxLength)] : [];
	if (pattern !== undefined) {
		const expression = new RegExp(pattern);
		const edges = [minLength, ...(isLimited ? [maxLength] : [])].map((length) => 'x'.repeat(length));
		const fitting = fc.oneof(
			{ weight: 8, arbitrary: fc.stringMatching(expression) },
			...edges.filter((edge) => expression.test(edge)).map((edge) => fc.constant(edge)),
		);
		const usual = fitting.filter(({ length }) => length <= maxLength);
		return { usual, wild: fc.oneof(nearly(usual), ...long) };
	}
	if (isLimited) return { usual: textsOfLength(minLength, maxLength), wild: fc.oneof(...long) };
	return { usual: texts, wild: anything };
}

/** Values for a text in the body. */
interface BodyValues extends Values {
	/** What is sent for one. */
	meant?: (value: unknown) => unknown;
}

/** Values for a field that the service has by this name. */
export function bodyValues(name: string, schema: Resolved): BodyValues {
	const values = valuesFor(schema);
	const { written, refused, meant } = NORMALIZED[name] ?? {};
	if (written === undefined) return values;
	const plain = schema.pattern === undefined ? [] : [values.usual];
	return { usual: fc.oneof(written, ...plain), wild: refused ?? fc.oneof(values.wild, texts), meant };
}

/** A text in the body. */
export const bodyText = (parameter: string, { usual, wild, meant = asText }: BodyValues): Field => {
	const how = { at: ['body', nameOf(parameter)], meant };
	return { usual: given(parameter, usual, how), wild: given(parameter, fc.oneof(wild, anything), how) };
};

/** The same, left empty at times. */
export const optionalBodyText = (parameter: string, { usual, wild, meant }: BodyValues): Field =>
	optional(bodyText(parameter, { usual: often(usual, empties), wild: fc.oneof(wild, structures), meant }));

/** The same for running text, which arrives with the spaces around it. */
export const optionalRunningText = (parameter: string): Field =>
	optional(
		bodyText(parameter, {
			usual: often(texts, empties),
			wild: fc.oneof(anything, structures),
			meant: asRunningText,
		}),
	);

/** A text in the query that has to be there. */
export const requiredQueryText = (parameter: string, usual = urlTexts): Field => {
	const how = { at: ['query', nameOf(parameter)] };
	return { usual: given(parameter, usual, how), wild: given(parameter, anything, how) };
};

/** The same, left empty at times. */
export const queryText = (parameter: string, usual = urlTexts): Field =>
	optional(requiredQueryText(parameter, often(usual, empties)));

/** A switch in the query: `true` or nothing. */
export const queryFlag = (parameter: string): Field => {
	const values = fc.oneof(fc.constantFrom<unknown>(true, 'true', false, 'false', 0, []), empties);
	const meant = (value: unknown) => (String(value) === 'true' ? 'true' : undefined);
	const flag = given(parameter, values, { at: ['query', nameOf(parameter)], meant });
	return optional({ usual: flag, wild: flag });
};

/** An ID in the path, under the path's own name. */
export const pathId = (parameter: string, name: string, usual = ids, wild = badIds): Field => {
	const how = { at: ['path', name] };
	return { usual: given(parameter, usual, how), wild: given(parameter, fc.oneof(wild, badIds), how) };
};

/** The same, where the form has a resource locator: By ID, or a plain ID from an expression. */
export const located = (parameter: string, name: string, place: 'path' | 'query' = 'path'): Field => {
	const at = [place, name];
	const locator = (values: Arbitrary<unknown>) => given(parameter, values, { at, isLocator: true });
	// With an @, a text is the email address of a person.
	const withoutAt = ids.filter((id) => !String(id).includes('@'));
	const plain = given(parameter, withoutAt, { at }).map(([one]) => [{ ...one!, byExpression: true }]);
	return { usual: fc.oneof({ weight: 4, arbitrary: locator(withoutAt) }, plain), wild: locator(badIds) };
};

/** Digits are a number, whether or not they come as text. */
const asNumber = (value: unknown): unknown => {
	if (isEmpty(value)) return undefined;
	return typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;
};

/** A whole number of at least 0 in the body, left empty at times. */
export function wholeNumber(parameter: string): Field {
	const numbers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
	const noNumbers = fc.constantFrom(-1, 1.5, 2 ** 53, '9007199254740992', '-1', '1.5', 'first', true);
	const how = { at: ['body', nameOf(parameter)], meant: asNumber };
	return optional({
		usual: given(parameter, fc.oneof({ weight: 3, arbitrary: numbers }, numbers.map(String), empties), how),
		wild: given(parameter, fc.oneof(noNumbers, structures), how),
	});
}

/** A field of JSON: as text, or as the value itself. */
export const json = (
	parameter: string,
	usual: Arbitrary<unknown> = jsonObjects,
	wild: Arbitrary<unknown> = otherJson,
): Field => {
	const at = ['body', nameOf(parameter)];
	const inText = (values: Arbitrary<unknown>) =>
		given(
			parameter,
			values.map((value) => JSON.stringify(value)),
			{ at, meant: (text) => JSON.parse(text as string) as unknown },
		);
	const itself = (values: Arbitrary<unknown>) =>
		given(parameter, values, { at, meant: (value) => (isEmpty(value) ? undefined : value) });
	const noJson = fc.constantFrom('', 'deal 1', '{', "{'a':1}", '{"a":1,}', 'undefined', 'NaN');
	return {
		usual: fc.oneof(inText(usual), itself(usual)),
		wild: fc.oneof(inText(wild), itself(wild), itself(noJson)),
	};
};
