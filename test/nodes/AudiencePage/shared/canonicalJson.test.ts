import fc from 'fast-check';

import { canonicalJson } from '../../../../nodes/AudiencePage/shared/canonicalJson';

/** The same value with the keys of all its objects the other way round. */
const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, reversed(inner)]);
	return Object.fromEntries(entries.reverse());
};

test.each([
	[{ b: 1, a: 2 }, '{"a":2,"b":1}'],
	[{ a: { d: 1, c: [{ f: 1, e: 2 }] } }, '{"a":{"c":[{"e":2,"f":1}],"d":1}}'],
	[[2, 1], '[2,1]'],
	[{ a: undefined, b: null }, '{"b":null}'],
	[{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
	[JSON.parse('{"b":1,"__proto__":{"z":1,"y":2}}'), '{"__proto__":{"y":2,"z":1},"b":1}'],
	['text', '"text"'],
	[{ 10: 1, 9: 2, b: 3, a: 4, '01': 5 }, '{"9":2,"10":1,"01":5,"a":4,"b":3}'],
	[[undefined, NaN, () => 1, Symbol('a'), [,]], '[null,null,null,null,[null]]'],
	[{ a: undefined, b: () => 1, c: Infinity }, '{"c":null}'],
	[undefined, 'null'],
	[{ a: 12345678901234567890n }, '{"a":"12345678901234567890"}'],
])('of case %#', (value, json) => {
	expect(canonicalJson(value)).toBe(json);
});

test('the order of keys makes no difference, and the content survives', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const json = canonicalJson(value);
			expect(canonicalJson(reversed(value))).toBe(json);
			expect(JSON.stringify(JSON.parse(json))).toBe(json);
			expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
		}),
		{ seed: 1 },
	);
});

test('every character is written as JSON.stringify writes it', () => {
	const characters = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
	const texts = [...characters, '😀', '\ud83d\ud83d', characters.join('')];
	const others = texts.filter((text) => canonicalJson({ [text]: text }) !== JSON.stringify({ [text]: text }));
	expect(others).toEqual([]);
});

test('values may be nested deeper than calls can be', () => {
	const json = `${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`;
	expect(canonicalJson(JSON.parse(json)) === json).toBe(true);
});

test('a list may be longer than the arguments of a call can be', () => {
	const list = Array.from({ length: 200_000 }, (_, n) => n);
	expect(canonicalJson(list) === JSON.stringify(list)).toBe(true);
});

test('other content is other JSON', () => {
	const contents = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: { 0: 1 } }, { b: 1 }, { a: null }, {}];
	expect(new Set(contents.map(canonicalJson)).size).toBe(contents.length);
});
