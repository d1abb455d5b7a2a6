/** The kinds of fields that operations have, each with values that mostly fit and values that mostly do not. */
import fc, { type Arbitrary } from 'fast-check';

import { asRunningText, asText, given, isEmpty, none, together, type Given } from './given';
import {
	anything,
	badIds,
	empties,
	ids,
	jsonObjects,
	otherJson,
	structures,
	texts,
	tooLong,
	urlTexts,
	textsOfLength,
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

/** A text in the body; any text where no `usual` ones are given. */
export const bodyText = (
	parameter: string,
	usual = texts,
	wild: Arbitrary<unknown> = anything,
	meant = asText,
): Field => {
	const how = { at: ['body', nameOf(parameter)], meant };
	return { usual: given(parameter, usual, how), wild: given(parameter, fc.oneof(wild, anything), how) };
};

/** The same, left empty at times. */
export const optionalBodyText = (parameter: string, usual = texts, wild = anything): Field =>
	optional(bodyText(parameter, often(usual, empties), fc.oneof(wild, structures)));

/** The same for running text, which arrives with the spaces around it. */
export const optionalRunningText = (parameter: string): Field =>
	optional(bodyText(parameter, often(texts, empties), fc.oneof(anything, structures), asRunningText));

/** A text in the query, left empty at times. */
export const queryText = (parameter: string, usual = urlTexts): Field => {
	const how = { at: ['query', nameOf(parameter)] };
	return optional({
		usual: given(parameter, often(usual, empties), how),
		wild: given(parameter, anything, how),
	});
};

/** A switch in the query: `true` or nothing. */
export const queryFlag = (parameter: string): Field => {
	const values = fc.oneof(fc.constantFrom(true, 'true', false, 'false'), empties);
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

/** A name as the service takes it: 1 to 255 characters. */
export const names: Arbitrary<string> = textsOfLength(1, 255);
export const badNames: Arbitrary<unknown> = tooLong(255);

export const kebabCase: Arbitrary<string> = fc.oneof(
	fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/),
	fc.constantFrom('x', '0', 'x'.repeat(100), 'deal-won'),
);
export const badKebabCase: Arbitrary<string> = fc.oneof(
	tooLong(100),
	fc.constantFrom('HubSpot', 'a--b', '-a', 'a-', 'a_b', 'a b', 'a\n', 'ä', 'a.b'),
);

const BODY_OF_ID = 'a1'.repeat(13);
export const accountIds: Arbitrary<string> = fc.stringMatching(/^account_[a-z0-9]{26}$/);
export const badAccountIds: Arbitrary<string> = fc.constantFrom(
	`account_${BODY_OF_ID}a`,
	`account_${BODY_OF_ID.slice(1)}`,
	`account_${BODY_OF_ID}\n`,
	`ACCOUNT_${BODY_OF_ID}`,
	`account_${BODY_OF_ID.toUpperCase()}`,
	` account_${BODY_OF_ID}`,
	'acme.com',
);

/** The account in the path. */
export const accountId: Field = pathId('accountId', 'account_id', accountIds, badAccountIds);

export const phoneNumbers: Arbitrary<string> = fc.stringMatching(/^\+[1-9][0-9]{1,14}$/);
export const badPhoneNumbers: Arbitrary<unknown> = fc.constantFrom(
	'+4',
	'+049301234',
	'4930123456',
	4930123456,
	'+1234567890123456',
	'+49 30 123456',
	'+49301234\n',
	'+٤٩٣٠',
);

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
