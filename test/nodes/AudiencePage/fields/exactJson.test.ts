import fc from 'fast-check';
import { DateTime, Duration } from 'luxon';

import { exactJsonObject } from '../../../../nodes/AudiencePage/fields/exactJson';

const refuse = (brokenRule: string, path?: string) =>
	new Error(path === undefined ? brokenRule : `${brokenRule} at ${path}`);
const exact = async (value: unknown) => JSON.stringify(await exactJsonObject(value, refuse));

class Money {
	constructor(readonly cents: number) {}
}

let calls = 0;
const TWICE = { b: 1 };
const NAMELESS: unknown = Object.create(Object.create(Object.create(null) as object) as object);
const nested = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
const itself: Record<string, unknown> = {};
itself.again = [itself];

test('A JSON object, given as any or as its text, is itself', async () => {
	await fc.assert(
		fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (object) => {
			const json = JSON.stringify(object);
			expect(await exact(JSON.parse(json))).toBe(json);
			expect(await exact(json)).toBe(json);
		}),
		{ seed: 1 },
	);
});

describe('JSON text', () => {
	const TEXTS = String.raw`{"12345678901234567890":"1e400 \" 1e400 \\","b\\":[]}`;
	test.each([
		['{"a":1.50,"b":15e-1,"c":1E2,"d":10}', '{"a":1.5,"b":1.5,"c":100,"d":10}'],
		['{"a":1e308,"b":5e-324,"c":-1e21}', '{"a":1e+308,"b":5e-324,"c":-1e+21}'],
		[TEXTS, TEXTS],
	])('%s keeps the value of its numbers', async (text, json) => {
		expect(await exact(text)).toBe(json);
	});

	test.each([
		['{"a":{"b":[1,12345678901234567890]}}', '12345678901234567890, which JSON would change to 12345678'],
		['{"a":1e400}', '1e400, which JSON would change to Infinity: put it in quotes'],
		['{"a":1e-400}', '1e-400, which JSON would change to 0:'],
		['{"a":0.1000000000000000055}', '0.1000000000000000055,'],
	])('%s would lose digits, and is refused', async (text, number) => {
		await expect(exact(text)).rejects.toThrow(`must not contain the number ${number}`);
	});

	test.each([
		'{"a":1,"a":1}',
		'{"b":1,"deal":[{"\\u0061":1,"a":2}]}',
		'{"__proto__":{},"__proto__":{}}',
		'{":":{":":1,"\\"":":", ":" : 2}}',
	])('%s has a name twice in one object, and is refused', async (text) => {
		await expect(exact(text)).rejects.toThrow('must not have a name twice in one object');
	});

	test('may be long', async () => {
		const long = ['\\"'.repeat(2 ** 20), 'a'.repeat(5_000_000), '\\'.repeat(2 ** 20)];
		const text = JSON.stringify({ long, list: Array(20_000).fill(0.5) });
		expect((await exact(text)) === text).toBe(true);
	});
});

test.each<[what: string, object: object, json: string]>([
	['a Date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
	['a DateTime', { at: [DateTime.fromMillis(0, { zone: 'utc' })] }, '{"at":["1970-01-01T00:00:00.000Z"]}'],
	['a Duration', { for: Duration.fromMillis(1500) }, '{"for":"PT1.5S"}'],
	['undefined', { a: undefined, b: null, c: [{ d: undefined }] }, '{"b":null,"c":[{}]}'],
	['a Buffer', { a: Buffer.from([1, 255]) }, '{"a":{"type":"Buffer","data":[1,255]}}'],
	['the same twice', { a: [TWICE, TWICE] }, '{"a":[{"b":1},{"b":1}]}'],
	['1000 levels', JSON.parse(nested(1000)) as object, nested(1000)],
	// As it was checked, though it would say something else the next time.
	['a count of its calls', { at: { toJSON: () => ++calls } }, '{"at":1}'],
])('An object with %s is sent as JSON', async (_what, object, json) => {
	expect(await exact(object)).toBe(json);
});

test.each<[what: string, object: object, message: string]>([
	['undefined in a list', { a: [1, undefined] }, 'undefined, which JSON cannot express, at a[1]'],
	['undefined by itself', { a: { toJSON: () => undefined } }, 'undefined, which JSON cannot express, at a'],
	['NaN', { b: { c: [{}, 1] }, a: NaN }, 'NaN, which JSON cannot express, at a'],
	['-0', { a: [-0] }, '-0, which JSON would change to 0, at a[0]'],
	['what is a Set in JSON', { a: { toJSON: () => new Set() } }, 'a Set at a'],
	['a Map', { a: { b: new Map() } }, 'a Map at a.b'],
	['an object of a class', { a: [new Money(7)] }, 'a Money at a[0]'],
	['one of a class without a name', { a: NAMELESS }, 'an object of a class at a'],
	['a function', { a: () => 1 }, 'a function at a'],
	['a symbol', { a: Symbol('a') }, 'a symbol at a'],
	['an invalid date', { a: new Date(NaN) }, 'an invalid date at a'],
])('An object with %s in it is refused', async (_what, object, message) => {
	await expect(exact(object)).rejects.toThrow(`must not contain ${message}`);
});

test.each<unknown>([itself, JSON.parse(nested(1001))])(
	'What has too many levels is refused',
	async (object) => {
		await expect(exact(object)).rejects.toThrow('must not be nested deeper than 1000 levels');
	},
);

test.each([
	...[null, undefined, true, 7, [], new Date(0), DateTime.fromMillis(0), new Set(), new Money(1), () => 1],
	...['', 'deal won', '{', '[]', 'null', '"{}"'],
])('%o is no JSON object', async (value) => {
	await expect(exact(value)).rejects.toThrow(/^must be a JSON object/);
});
