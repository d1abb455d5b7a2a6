import fc from 'fast-check';
import { canonicalJson, contentHash, sha256 } from '../../../../nodes/AudiencePage/shared/hash';

/** The same value with the keys of all its objects the other way round. */
const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
		key,
		reversed(inner),
	]);
	return Object.fromEntries(entries.reverse());
};

describe('Canonical JSON', () => {
	test.each([
		[{ b: 1, a: { d: 1, c: [{ f: 1, e: 2 }, 1] } }, '{"a":{"c":[{"e":2,"f":1},1],"d":1},"b":1}'],
		[{ a: undefined, b: null, at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z","b":null}'],
		[JSON.parse('{"b":1,"__proto__":{"z":1,"y":2}}'), '{"__proto__":{"y":2,"z":1},"b":1}'],
		['text', '"text"'],
	])('of %j is %s', (value, json) => {
		expect(canonicalJson(value)).toBe(json);
	});

	test('is the same in whatever order keys come, and keeps the content', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const json = canonicalJson(value);
				expect(canonicalJson(reversed(value))).toBe(json);
				expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ seed: 1 },
		);
	});
});

test('A hash tells contents and parts apart', () => {
	const contents = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: { 0: 1 } }, { b: 1 }, { a: null }, {}];
	expect(new Set(contents.map(contentHash)).size).toBe(contents.length);
	expect(sha256('ab', 'c')).toMatch(/^[0-9a-f]{64}$/);
	expect(sha256('ab', 'c')).not.toBe(sha256('a', 'bc'));
});
