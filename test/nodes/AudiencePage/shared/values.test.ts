import {
	commaSeparated,
	isEmpty,
	isJsonObject,
} from '../../../../nodes/AudiencePage/shared/values';

test.each([
	...[undefined, null, '', ' ', '\u00a0\t\r\n', '\ufeff'].map((value) => [value, true] as const),
	...[0, false, [], {}, 'a', ' a '].map((value) => [value, false] as const),
])('%j is empty: %j', (value, expected) => {
	expect(isEmpty(value)).toBe(expected);
});

test.each([
	['a, b,,', ['a', 'b']],
	[
		['a', ' ', 7],
		['a', '7'],
	],
	[undefined, []],
])('%j is the list %j', (value, list) => {
	expect(commaSeparated(value)).toEqual(list);
});

test.each([
	[{}, true],
	[[], false],
	[null, false],
	['{}', false],
	[new Date(), false],
])('%j is a JSON object: %j', (value, expected) => {
	expect(isJsonObject(value)).toBe(expected);
});
