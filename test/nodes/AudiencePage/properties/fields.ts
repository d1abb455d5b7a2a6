/**
 * The kinds of fields that operations have, each with values that mostly fit and values that mostly
 * do not.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { Resolved } from '../../../service/schemaAt';
import { asRunningText, asText, given, isEmpty, none, together, type Given } from './given';
import { NORMALIZED } from './normalized';
import * as values from './values';

/**
 * One field of the form, or several that belong together. What a value is worth, the judge says.
 */
export interface Field {
	/** For most sets. */
	usual: Arbitrary<Given[]>;
	/** For sets in which this one field is to be wrong. */
	wild: Arbitrary<Given[]>;
}

export interface Values {
	/** Those that the schema allows, mostly. */
	usual: Arbitrary<unknown>;
	/** Those that it does not, mostly. */
	wild: Arbitrary<unknown>;
	/** What is sent for one. */
	meant?: (value: unknown) => unknown;
}

/** A field that many sets have not got. */
export const optional = ({ usual, wild }: Field): Field => ({
	usual: fc.oneof({ weight: 1, arbitrary: none }, { weight: 2, arbitrary: usual }),
	wild,
});

/** Several fields, of which one goes wild. */
export function group(fields: Field[]): Field {
	const all = (wildOne?: number) =>
		together(...fields.map(({ usual, wild }, index) => (index === wildOne ? wild : usual)));
	const wild = fields.map((_field, index) => all(index));
	return { usual: all(), wild: fields.length === 0 ? none : fc.oneof(...wild) };
}

/** One field or the other. */
export const oneOf = (fields: Field[]): Field => ({
	usual: fc.oneof(...fields.map(({ usual }) => usual)),
	wild: fc.oneof(...fields.map(({ wild }) => wild)),
});

/** Texts that miss a pattern by little. */
const nearly = (texts: Arbitrary<string>): Arbitrary<unknown> =>
	texts.chain((text) =>
		fc.constantFrom<unknown>(
			...[`${text}\n`, ` ${text}`, `${text}a`, `${text}--`, `${text} 1`, text.toUpperCase()],
			...[text.slice(1), text.slice(0, -1), text.repeat(4), text.replace('+', '+0')],
			...[text.replace(/[0-9]/g, '٤'), text.replace(/\W/, '_'), Number(text.replace(/\D/g, ''))],
		),
	);

export function valuesFor({
	enum: choices,
	pattern,
	minLength = 0,
	maxLength = Infinity,
}: Resolved): Values {
	if (choices !== undefined)
		return { usual: fc.constantFrom(...(choices as unknown[])), wild: values.anything };
	const isBounded = maxLength < Infinity;
	if (pattern !== undefined) {
		const edges = ['x'.repeat(minLength), 'x'.repeat(isBounded ? maxLength : minLength)];
		const fitting = edges
			.filter((edge) => new RegExp(pattern).test(edge))
			.map((edge) => fc.constant(edge));
		const usual = fc
			.oneof({ weight: 8, arbitrary: fc.stringMatching(new RegExp(pattern)) }, ...fitting)
			.filter(({ length }) => length <= maxLength);
		const long = isBounded ? [values.tooLong(maxLength)] : [];
		return { usual, wild: fc.oneof(nearly(usual), ...long) };
	}
	if (!isBounded) return { usual: values.texts, wild: values.anything };
	return { usual: values.textsOfLength(minLength, maxLength), wild: values.tooLong(maxLength) };
}

/** Values for a field that the service has by this name. */
export function bodyValues(name: string, schema: Resolved): Values {
	const bySchema = valuesFor(schema);
	const { written, refused, meant } = NORMALIZED[name] ?? {};
	if (written === undefined) return bySchema;
	const plain = schema.pattern === undefined ? [] : [bySchema.usual];
	const wild = refused ?? fc.oneof(bySchema.wild, values.texts);
	return { usual: fc.oneof(written, ...plain), wild, meant };
}

/** A field of the form whose value stands there in the request. */
export const fieldAt = (
	parameter: string,
	at: string[],
	{ usual, wild, meant = asText }: Values,
): Field => ({
	usual: given(parameter, usual, { at, meant }),
	wild: given(parameter, wild, { at, meant }),
});

const inBody = (parameter: string): string[] => ['body', parameter.split('.').at(-1)!];

/** A text in the body. */
export const bodyText = (parameter: string, { wild, ...others }: Values): Field =>
	fieldAt(parameter, inBody(parameter), { ...others, wild: fc.oneof(wild, values.anything) });

/** The same, left empty at times. */
export const optionalBodyText = (parameter: string, { usual, wild, meant }: Values): Field => {
	const orEmpty = fc.oneof(
		{ weight: 6, arbitrary: usual },
		{ weight: 1, arbitrary: values.empties },
	);
	return optional(
		bodyText(parameter, { usual: orEmpty, wild: fc.oneof(wild, values.structures), meant }),
	);
};

/** The same for running text, which arrives with the spaces around it. */
export const runningText = (parameter: string, schema: Resolved, isRequired = false): Field =>
	(isRequired ? bodyText : optionalBodyText)(parameter, {
		...valuesFor(schema),
		meant: asRunningText,
	});

/**
 * A list of texts in the body, separated by commas; what is refused, fields/structured.test.ts
 * says.
 */
export function textList(parameter: string): Field {
	const usual = fc.constantFrom<unknown>('one', 'one, two', ['one', 'two'], '');
	const meant = (value: unknown) =>
		isEmpty(value) ? undefined : String(value as string).split(/, ?/);
	return optional(fieldAt(parameter, inBody(parameter), { usual, wild: usual, meant }));
}

/** A text in the query. */
export const queryText = (parameter: string, name: string, usual: Arbitrary<unknown>): Field =>
	fieldAt(parameter, ['query', name], { usual, wild: values.anything });

/** A switch in the query: `true` or nothing. */
export function queryFlag(parameter: string, name: string): Field {
	const usual = fc.constantFrom<unknown>(true, 'true', false, 'false');
	const meant = (value: unknown) => (String(value) === 'true' ? 'true' : undefined);
	return optional(fieldAt(parameter, ['query', name], { usual, wild: usual, meant }));
}

/** An ID in the path. */
export const pathId = (parameter: string, name: string, { usual, wild }: Values): Field =>
	fieldAt(parameter, ['path', name], { usual, wild: fc.oneof(wild, values.badIds) });

/** The same, where the form has a resource locator: By ID, or a plain ID from an expression. */
export const located = (parameter: string, at: string[]): Field => {
	const locator = (ids: Arbitrary<unknown>) => given(parameter, ids, { at, isLocator: true });
	// With an @, a text is the email address of a person.
	const withoutAt = (ids: Arbitrary<unknown>) => ids.filter((id) => !String(id).includes('@'));
	const plain = given(parameter, withoutAt(values.ids), { at }).map(([one]) => [
		{ ...one!, byExpression: true },
	]);
	return {
		usual: fc.oneof({ weight: 4, arbitrary: locator(withoutAt(values.ids)) }, plain),
		wild: locator(withoutAt(values.badIds)),
	};
};

/**
 * A whole number of at least 0 in the body, left empty at times. Digits are one, whether or not
 * they come as text.
 */
export function wholeNumber(parameter: string): Field {
	const numbers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
	const noNumbers = fc.constantFrom(
		-1,
		1.5,
		2 ** 53,
		'9007199254740992',
		'-1',
		'1.5',
		'first',
		true,
	);
	const meant = (value: unknown): unknown => {
		if (isEmpty(value)) return undefined;
		return typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;
	};
	const usual = fc.oneof({ weight: 3, arbitrary: numbers }, numbers.map(String), values.empties);
	const wild = fc.oneof(noNumbers, values.structures);
	return optional(fieldAt(parameter, inBody(parameter), { usual, wild, meant }));
}

/** A field of JSON: as text, or as the value itself. */
export function json(parameter: string): Field {
	const at = inBody(parameter);
	const itself = (all: Arbitrary<unknown>) =>
		given(parameter, all, { at, meant: (value) => (isEmpty(value) ? undefined : value) });
	const both = (all: Arbitrary<unknown>) => {
		const texts = all.map((value) => JSON.stringify(value));
		const meant = (text: unknown) => JSON.parse(text as string) as unknown;
		return fc.oneof(given(parameter, texts, { at, meant }), itself(all));
	};
	const noJson = fc.constantFrom('', 'deal 1', '{', "{'a':1}", '{"a":1,}', 'undefined', 'NaN');
	return {
		usual: both(values.jsonObjects),
		wild: fc.oneof(both(values.otherJson), itself(noJson)),
	};
}
