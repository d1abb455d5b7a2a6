/** Structured fields, which a user fills in the form or gives as JSON. */
import fc, { type Arbitrary } from 'fast-check';

import { codePoint } from '../../../support/codePoint';
import { group, oneOf, optional, type Field } from './fields';
import { asRunningText, asText, given, isEmpty, none, together, type Given } from './given';
import type { FormRule } from './operation';
import { anything, empties, otherJson, structures, texts } from './values';

/** Givens of a part of a field, put where that part stands on the form and in the request. */
const placed = (givens: Given[], parameter: string, at: string[]): Given[] =>
	givens.map((one) => ({
		...one,
		parameter: `${parameter}.${one.parameter}`,
		at: [...at, ...(one.at ?? [])],
	}));

const text = (values: Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: values }, empties);

/** A member that is a text, at its own name. */
export const textMember = (name: string, meant = asText): Field => ({
	usual: given(name, text(texts), { at: [name], meant }),
	wild: given(name, structures, { at: [name], meant }),
});

/** A member that is running text, which arrives with the spaces around it. */
export const runningTextMember = (name: string): Field => textMember(name, asRunningText);

/** Several texts: separated by commas, or a list. What is empty is none of them. */
function severalTexts(value: unknown): unknown {
	const all: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'object'
			? [value]
			: String(value as string).split(',');
	const filled = all
		.map((one) => (typeof one === 'string' ? one.trim() : one))
		.filter((one) => !isEmpty(one));
	return filled.length > 0 ? filled.map(asText) : undefined;
}

/** A member that is several texts. */
export const textsMember = (name: string): Field => {
	const how = { at: [name], meant: (value: unknown) => (isEmpty(value) ? undefined : severalTexts(value)) };
	const word = fc.oneof(
		fc.constantFrom('', ' ', 'no follow', ' crm '),
		fc.string({ unit: codePoint, maxLength: 10 }),
	);
	const words = fc.array(word, { maxLength: 4 });
	return {
		usual: given(
			name,
			text(
				fc.oneof(
					words,
					words.map((all) => all.join(',')),
					texts,
				),
			),
			how,
		),
		wild: given(name, fc.constantFrom({}, { a: 1 }, [{}], ['a', ['b']]), how),
	};
};

/** A member that is a switch, which an expression may give as text. */
export const flagMember = (name: string): Field => {
	const meant = (value: unknown) => {
		if (isEmpty(value)) return undefined;
		return value === 'true' || value === 'false' ? value === 'true' : value;
	};
	const how = { at: [name], meant };
	return {
		usual: given(name, text(fc.constantFrom(true, false, 'true', 'false')), how),
		wild: given(name, fc.constantFrom('yes', 1, 0, 'on', {}, []), how),
	};
};

/** Members of an object, those of the form's collection `parameter`. */
export const recordOn = (parameter: string, at: string[], members: Field[]): Field => {
	const { usual, wild } = group(members.map(optional));
	const put = (givens: Given[]) => placed(givens, parameter, at);
	return { usual: usual.map(put), wild: wild.map(put) };
};

/**
 * Entries of a list, those of the form's group `parameter`: an entry with nothing in it is none.
 *
 * @param within the member of the request's entry that holds all of it, if one does
 */
export function listOn(parameter: string, at: string[], members: Field[], within: string[] = []): Field {
	const put = (entries: Given[][]): Given[] => {
		let sent = 0;
		return entries.flatMap((givens, index) => {
			const place = [...at, String(sent), ...within];
			if (givens.some(({ meant }) => meant !== undefined)) sent++;
			return placed(givens, `${parameter}.${index}`, place);
		});
	};
	const { usual, wild } = group(members);
	return {
		usual: fc.array(usual, { minLength: 1, maxLength: 3 }).map(put),
		wild: fc.tuple(usual, wild).map(put),
	};
}

/** An object of JSON with some of these members, each with its values. */
export const jsonRecord = (members: Record<string, Arbitrary<unknown>>): Arbitrary<object> =>
	fc.record(members, { requiredKeys: [] });

/** A text in JSON, or the nothing of an answer. */
const jsonText = fc.oneof(
	{ weight: 4, arbitrary: texts.filter((value) => typeof value === 'string') },
	{ weight: 1, arbitrary: fc.constantFrom('', null) },
);

/** Members of JSON that are texts. */
export const jsonTexts = (names: string[]): Record<string, Arbitrary<unknown>> =>
	Object.fromEntries(names.map((name) => [name, jsonText]));

/** What is sent of JSON that may come from an answer: what only answers have is left out, and null. */
function asSent(value: unknown, answerOnly: string[]): unknown {
	if (Array.isArray(value)) return value.map((one) => asSent(one, answerOnly));
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name, one]) => one !== null && !answerOnly.includes(name));
	return Object.fromEntries(members.map(([name, one]) => [name, asSent(one, answerOnly)]));
}

function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

/** The JSON twin of a structured field. */
export function jsonTwin(
	parameter: string,
	at: string[],
	usual: Arbitrary<unknown>,
	answerOnly: string[] = [],
): Field {
	const meant = (value: unknown) => (isEmpty(value) ? undefined : asSent(parsed(value), answerOnly));
	const twin = (values: Arbitrary<unknown>) =>
		given(
			`${parameter}Json`,
			fc.oneof(
				values,
				values.map((value) => JSON.stringify(value)),
			),
			{ at, meant },
		);
	return {
		usual: twin(fc.oneof({ weight: 8, arbitrary: usual }, empties)),
		wild: twin(fc.oneof(spoilt(usual), otherJson)),
	};
}

/** JSON with one thing in it that the service does not know, or takes for no such thing. */
const spoilt = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
	fc
		.tuple(values, fc.constantFrom('unknown', '__proto__', 'title', 'id', 'type', 'url'), anything)
		.map(([value, name, other]) => {
			const spoil = (one: unknown) => ({
				...(one as object),
				...(JSON.parse(JSON.stringify({ [name]: other })) as object),
			});
			return Array.isArray(value) ? [...(value as unknown[]), spoil({})] : spoil(value);
		});

/** A structured field on the form or as JSON; the one who fills both is stopped. */
export const formOrJson = (form: Field, twin: Field): Field => ({
	usual: fc.oneof(none, oneOf([form, twin]).usual),
	wild: fc.oneof(oneOf([form, twin]).wild, together(form.usual, twin.usual)),
});

/** Structured fields that were filled in both ways. */
export const notTwice: FormRule = (givens) => {
	const filled = givens.filter(({ meant }) => meant !== undefined);
	const twins = filled.filter(({ parameter }) => parameter.endsWith('Json'));
	return twins
		.filter((twin) =>
			filled.some(({ parameter }) => parameter.startsWith(`${twin.parameter.slice(0, -'Json'.length)}.`)),
		)
		.map(({ parameter }) => parameter);
};
