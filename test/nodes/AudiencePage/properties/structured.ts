/** Structured fields, which a user fills in the form or gives as JSON, as the form and openapi.yaml have them. */
import fc, { type Arbitrary } from 'fast-check';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { SpecialField } from '../../../cases/operationCase';
import { operations as endpoints } from '../../../service/judge';
import { recordSchema, resolved, schemaAt, type Place } from '../../../service/schemaAt';
import { codePoint } from '../../../support/codePoint';
import { nested, operations } from '../../../support/description';
import { endpointOf } from '../../../support/endpoints';
import type { Field } from './fields';
import {
	asRunningText,
	asText,
	flagMeant,
	isEmpty,
	isTypeable,
	none,
	together,
	type FormRule,
	type Given,
} from './given';
import { anything, empties, otherJson, texts } from './values';

/** A part of a field: what stands on the form, and what is meant by it; undefined for nothing. */
interface Part {
	form: unknown;
	meant: unknown;
}

const shortText = fc.string({ unit: codePoint, maxLength: 10 });

/** A literal as n8n's parser of expressions reads it: line separators are escaped in texts. */
const literal = (value: unknown): string =>
	String(JSON.stringify(value)).replace(
		/[\u2028\u2029]/g,
		(separator) => `\\u${separator.charCodeAt(0).toString(16)}`,
	);

/** A value on the form, which may be empty; what cannot stand there comes from an expression. */
const leaf = (values: Arbitrary<unknown>, meant: (value: unknown) => unknown): Arbitrary<Part> =>
	fc
		.oneof({ weight: 5, arbitrary: values }, empties)
		.filter((value) => typeof value !== 'string' || !value.startsWith('='))
		.map((value) => ({
			form: isTypeable(value, false) ? value : `={{ (${literal(value)}) }}`,
			meant: meant(value),
		}));

/** Several texts: separated by commas, or a list. What is empty is none of them. */
function severalTexts(value: unknown): unknown {
	const all: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	const filled = all.filter((one) => !isEmpty(one)).map(asText);
	return filled.length > 0 ? filled : undefined;
}
const words = fc.array(fc.oneof(fc.constantFrom('', ' ', 'no follow', ' crm '), shortText), { maxLength: 4 });

/** What no field of a structured one takes. */
const noText = fc.constantFrom<unknown>({ a: 1 }, [['b']], [{}], ['a', ['b']]);

const ifAny = (members: Array<[string, unknown]>) => {
	const filled = members.filter(([, meant]) => meant !== undefined);
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
};

/** @param isCollection members may be missing from the form */
const recordPart = (members: Record<string, Arbitrary<Part>>, isCollection: boolean): Arbitrary<Part> =>
	fc
		.record<Record<string, Part>>(members, { requiredKeys: isCollection ? [] : Object.keys(members) })
		.map((parts) => ({
			form: Object.fromEntries(Object.entries(parts).map(([name, { form }]) => [name, form])),
			meant: ifAny(Object.entries(parts).map(([name, { meant }]) => [name, meant])),
		}));

/** Null says that there is no value. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([, one]) => one !== null);
	return Object.fromEntries(members.map(([name, one]) => [name, withoutNulls(one)]));
}

/** What a form means, as JSON: with `beside` in each record, which is not sent. */
function jsonTwin(parameter: string, at: string[], inForm: Arbitrary<unknown>, beside: object): Field {
	const twin = (values: Arbitrary<[json: unknown, meant: unknown]>) =>
		fc.tuple(values, fc.boolean()).map(([[json, meant], isText]): Given[] => {
			const value = isText ? JSON.stringify(json) : json;
			const itsMeaning = isEmpty(value) ? undefined : meant;
			return [{ parameter, value, byExpression: !isText, isLocator: false, at, meant: itsMeaning }];
		});
	const withMore = (value: unknown): unknown =>
		Array.isArray(value) ? value.map(withMore) : { ...beside, ...(value as object) };
	/** With one thing in it that the service does not know, or takes for no such thing. */
	const spoilt = fc
		.tuple(inForm, fc.constantFrom('unknown', '__proto__', 'title', 'id', 'type', 'url'), anything)
		.map(([value, name, other]) => {
			const member = JSON.parse(JSON.stringify({ [name]: other })) as object;
			return Array.isArray(value) ? [...(value as unknown[]), member] : { ...(value as object), ...member };
		});
	return {
		usual: twin(inForm.map((value) => [withMore(value), value])),
		wild: twin(fc.oneof(spoilt, otherJson).map((value) => [value, withoutNulls(value)])),
	};
}

/** The field at this path of the form, filled there or as JSON; whoever fills both is stopped. */
export function structuredField(parameter: string): SpecialField {
	const inForms = operations.map(({ option, fields }) => ({
		calls: endpointOf(option),
		all: new Map(fields.flatMap((one) => nested(one))),
	}));
	const { calls, all } = inForms.find((one) => one.all.has(parameter))!;
	const { operationId } = endpoints.find(({ method, path }) => `${method} ${path}` === calls)!;
	const field = all.get(parameter)!;
	const schemaOf = (place: Place) => schemaAt(operationId, ['body', ...place]);
	const namesAt = (place: Place) => Object.keys(schemaOf(place)?.properties ?? {});

	const member = (one: INodeProperties, place: Place, isWild: boolean): Arbitrary<Part> => {
		if (one.type === 'collection')
			return recordPart(membersOf(one.options as INodeProperties[], place, isWild), true);
		if (one.type === 'fixedCollection') return list(one, place, isWild);
		const wild = isWild ? [noText] : [];
		if (one.type === 'boolean') {
			const noFlags = isWild ? [fc.constantFrom<unknown>('yes', 1, 0, 'on')] : [];
			return leaf(fc.oneof(fc.constantFrom(true, false, 'true', 'false'), ...wild, ...noFlags), flagMeant);
		}
		if (schemaOf(place)?.type === 'array') {
			const joined = words.map((some) => some.join(','));
			return leaf(fc.oneof(words, joined, texts, ...wild), severalTexts);
		}
		return leaf(fc.oneof(texts, ...wild), one.typeOptions?.rows === undefined ? asText : asRunningText);
	};
	const membersOf = (fields: INodeProperties[], place: Place, isWild: boolean) =>
		Object.fromEntries(fields.map((one) => [one.name, member(one, [...place, one.name], isWild)]));

	/** Entries of which one with nothing in it is none. */
	function list({ options = [] }: INodeProperties, place: Place, isWild: boolean): Arbitrary<Part> {
		const [group] = options as INodePropertyCollection[];
		const entry = [...place, 0];
		// The service takes each entry within an object, where that has one member, which has others.
		const [only = '', ...others] = namesAt(entry);
		const isWithin = others.length === 0 && namesAt([...entry, only]).length > 0;
		const members = membersOf(group!.values, isWithin ? [...entry, only] : entry, isWild);
		return fc.array(recordPart(members, false), { minLength: 1, maxLength: 3 }).map((parts) => {
			const filled = parts.flatMap(({ meant }) => (meant === undefined ? [] : [meant]));
			const meant = isWithin ? filled.map((one) => ({ [only]: one })) : filled;
			return {
				form: { [group!.name]: parts.map(({ form }) => form) },
				meant: filled.length > 0 ? meant : undefined,
			};
		});
	}

	const { name } = field;
	const at = ['body', name];
	const inForm = (isWild: boolean) =>
		member(field, [name], isWild).map(({ form: value, meant }): Given[] => [
			{ parameter, value, byExpression: false, isLocator: false, at, meant },
		]);
	const [usual, wild] = [inForm(false), inForm(true)];
	const json = `${parameter}Json`;
	if (!all.has(json)) return { paths: [parameter], field: { usual: fc.oneof(none, usual), wild } };

	const isList = field.type === 'fixedCollection';
	const answer = resolved(recordSchema(operationId)).properties![name]!;
	const answered = Object.keys(resolved(isList ? resolved(answer).items! : answer).properties ?? {});
	const taken = namesAt(isList ? [name, 0] : [name]);
	const beside = Object.fromEntries(answered.map((one) => [one, taken.includes(one) ? null : 'x']));
	const meanings = member(field, [name], false).map(({ meant }) => meant ?? (isList ? [] : {}));
	const twin = jsonTwin(json, at, meanings, beside);
	return {
		paths: [parameter, json],
		field: {
			usual: fc.oneof(none, usual, twin.usual),
			wild: fc.oneof(wild, twin.wild, together(usual, twin.usual)),
		},
	};
}

/** Structured fields that were filled in both ways. */
export const notTwice: FormRule = (givens) => {
	const filled = givens.filter(({ meant }) => meant !== undefined).map(({ parameter }) => parameter);
	return filled.filter((one) => one.endsWith('Json') && filled.includes(one.replace(/Json$/, '')));
};
