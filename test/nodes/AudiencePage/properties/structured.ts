/** Structured fields, which a user fills in the form or gives as JSON, as the form and openapi.yaml have them. */
import fc, { type Arbitrary } from 'fast-check';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { SpecialField } from '../../../cases/operationCase';
import { operations as endpoints } from '../../../service/judge';
import { recordSchema, resolved, schemaAt, type Place, type Written } from '../../../service/schemaAt';
import { codePoint } from '../../../support/codePoint';
import { nested, operations } from '../../../support/description';
import { endpointOf } from '../../../support/endpoints';
import { group, oneOf, optional, type Field } from './fields';
import { asRunningText, asText, given, isEmpty, none, together, type FormRule, type Given } from './given';
import { anything, empties, otherJson, structures, texts } from './values';

/** Givens of a part of a field, put where that part stands on the form and in the request. */
const placed = (givens: Given[], parameter: string, at: string[]): Given[] =>
	givens.map((one) => ({
		...one,
		parameter: `${parameter}.${one.parameter}`,
		at: [...at, ...(one.at ?? [])],
	}));

const shortText = fc.string({ unit: codePoint, maxLength: 10 });

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
	const all: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	const filled = all.filter((one) => !isEmpty(one)).map(asText);
	return filled.length > 0 ? filled : undefined;
}

/** A member that is several texts. */
const textsMember = (name: string): Field => {
	const how = { at: [name], meant: severalTexts };
	const word = fc.oneof(fc.constantFrom('', ' ', 'no follow', ' crm '), shortText);
	const words = fc.array(word, { maxLength: 4 });
	const joined = words.map((all) => all.join(','));
	return {
		usual: given(name, text(fc.oneof(words, joined, texts)), how),
		wild: given(name, fc.constantFrom({}, { a: 1 }, [{}], ['a', ['b']]), how),
	};
};

/** A member that is a switch, which an expression may give as text. */
const flagMember = (name: string): Field => {
	const meant = (value: unknown) =>
		isEmpty(value) ? undefined : value === 'true' || (value === 'false' ? false : value);
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
function listOn(parameter: string, at: string[], members: Field[], within: string[] = []): Field {
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

/** A text in JSON, or the nothing of an answer. */
const jsonText = fc.oneof(
	{ weight: 4, arbitrary: texts.filter((value) => typeof value === 'string') },
	{ weight: 1, arbitrary: fc.constantFrom('', null) },
);

/** JSON as an answer may have it by its schema: some members are missing, others null. */
function jsonOf(schema: Written): Arbitrary<unknown> {
	const { type, items = {}, properties = {} } = resolved(schema);
	switch (type) {
		case 'object': {
			const members = Object.entries(properties).map(([name, one]) => [name, jsonOf(one)] as const);
			return fc.record(Object.fromEntries(members), { requiredKeys: [] });
		}
		case 'array':
			return resolved(items).type === 'string'
				? fc.option(fc.array(shortText, { maxLength: 3 }))
				: fc.array(jsonOf(items), { maxLength: 3 });
		case 'boolean':
			return fc.constantFrom(true, false, null);
		case 'number':
			return fc.constantFrom(0, 1, null);
		default:
			return jsonText;
	}
}

/** What is sent of JSON that may come from an answer: what only answers have is left out, and null. */
function asSent(value: unknown, answerOnly: string[]): unknown {
	if (Array.isArray(value)) return value.map((one) => asSent(one, answerOnly));
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name, one]) => one !== null && !answerOnly.includes(name));
	return Object.fromEntries(members.map(([name, one]) => [name, asSent(one, answerOnly)]));
}

function parsed(value: unknown): unknown {
	try {
		return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
	} catch {
		return value;
	}
}

/** The JSON twin of a structured field; the values of `answerOnly` are not sent. */
function jsonTwin(parameter: string, at: string[], usual: Arbitrary<unknown>, answerOnly: string[]): Field {
	const meant = (value: unknown) => (isEmpty(value) ? undefined : asSent(parsed(value), answerOnly));
	const asText = (values: Arbitrary<unknown>) => values.map((value) => JSON.stringify(value));
	const twin = (values: Arbitrary<unknown>) =>
		given(`${parameter}Json`, fc.oneof(values, asText(values)), { at, meant });
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
			const spoiltMember = JSON.parse(JSON.stringify({ [name]: other })) as object;
			return Array.isArray(value)
				? [...(value as unknown[]), spoiltMember]
				: { ...(value as object), ...spoiltMember };
		});

/** A field of the form, and the request that its operation fills. */
function placeOf(parameter: string): { operationId: string; field: INodeProperties } {
	for (const { option, fields } of operations) {
		const field = fields.flatMap((one) => nested(one)).find(([path]) => path === parameter)?.[1];
		const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === endpointOf(option));
		if (field && endpoint) return { operationId: endpoint.operationId, field };
	}
	throw new Error(`No operation has the field ${parameter}`);
}

/** The field at this path of the form, filled there or as JSON; whoever fills both is stopped. */
export function structuredField(parameter: string): SpecialField {
	const { operationId, field } = placeOf(parameter);
	const schemaOf = (place: Place) => schemaAt(operationId, ['body', ...place]);
	const namesAt = (place: Place) => Object.keys(schemaOf(place)?.properties ?? {});

	const member = (one: INodeProperties, place: Place): Field => {
		if (one.type === 'fixedCollection') return list(one, one.name, [one.name], place);
		if (one.type === 'boolean') return flagMember(one.name);
		if (schemaOf(place)?.type === 'array') return textsMember(one.name);
		return one.typeOptions?.rows === undefined ? textMember(one.name) : runningTextMember(one.name);
	};
	const members = (fields: INodeProperties[], place: Place) =>
		fields.map((one) => member(one, [...place, one.name]));
	function list({ options = [] }: INodeProperties, path: string, at: string[], place: Place): Field {
		const [group] = options as INodePropertyCollection[];
		const entry = [...place, 0];
		// The service takes each entry within an object, where that has one member, which has others.
		const [only = '', ...others] = namesAt(entry);
		const within = others.length === 0 && namesAt([...entry, only]).length > 0 ? [only] : [];
		return listOn(`${path}.${group!.name}`, at, members(group!.values, [...entry, ...within]), within);
	}

	const { name } = field;
	const at = ['body', name];
	const isList = field.type === 'fixedCollection';
	const form = isList
		? list(field, parameter, at, [name])
		: recordOn(parameter, at, members(field.options as INodeProperties[], [name]));
	const answer = resolved(recordSchema(operationId)).properties![name]!;
	const answered = resolved(isList ? resolved(answer).items! : answer).properties ?? {};
	const taken = namesAt(isList ? [name, 0] : [name]);
	const answerOnly = Object.keys(answered).filter((one) => !taken.includes(one));
	const twin = jsonTwin(parameter, at, jsonOf(answer), answerOnly);
	return {
		paths: [parameter, `${parameter}Json`],
		field: {
			usual: fc.oneof(none, oneOf([form, twin]).usual),
			wild: fc.oneof(oneOf([form, twin]).wild, together(form.usual, twin.usual)),
		},
	};
}

/** Structured fields that were filled in both ways. */
export const notTwice: FormRule = (givens) => {
	const filled = givens.filter(({ meant }) => meant !== undefined);
	const twins = filled.filter(({ parameter }) => parameter.endsWith('Json'));
	const isFilledToo = (name: string) => filled.some(({ parameter }) => parameter.startsWith(`${name}.`));
	return twins.map(({ parameter }) => parameter).filter((twin) => isFilledToo(twin.replace(/Json$/, '')));
};
