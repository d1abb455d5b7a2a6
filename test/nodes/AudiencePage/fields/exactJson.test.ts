import fc from 'fast-check';
import { DateTime } from 'luxon';

import { exactJsonObject } from '../../../../nodes/AudiencePage/fields/exactJson';

const refuse = (brokenRule: string, path?: string) =>
	new Error(path === undefined ? brokenRule : `${brokenRule} at ${path}`);
const exact = async (value: unknown) => JSON.stringify(await exactJsonObject(value, refuse));

class Money {
	constructor(readonly cents: number) {}
}

let calls = 0;
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

test('A JSON text keeps the value of its numbers, and what looks like one in its texts', async () => {
	const texts = String.raw`{"12345678901234567890":"1e400 \" 1e400 \\","b\\":[]}`;
	expect(await exact(texts)).toBe(texts);
	const numbers = '{"a":1.5,"b":1.5,"c":100,"d":10,"e":5e-324}';
	expect(await exact('{"a":1.50,"b":15e-1,"c":1E2,"d":10,"e":5e-324}')).toBe(numbers);
});

test.each([
	[
		'{"a":{"b":[1,12345678901234567890]}}',
		'the number 12345678901234567890, which JSON would change to',
	],
	['{"a":1e400}', 'the number 1e400, which JSON would change to Infinity: put it in quotes'],
	['{"a":1e-400}', 'the number 1e-400, which JSON would change to 0:'],
	['{"b":1,"deal":[{"\\u0061":1,"a":2}]}', 'must not have a name twice in one object'],
	['{":":{":":1,"\\"":":", ":" : 2}}', 'must not have a name twice in one object'],
])('The JSON text %s would lose something, and is refused', async (text, message) => {
	await expect(exact(text)).rejects.toThrow(message);
});

test.each<[what: string, object: object, json: string]>([
	['a Date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
	[
		'a DateTime',
		{ at: [DateTime.fromMillis(0, { zone: 'utc' })] },
		'{"at":["1970-01-01T00:00:00.000Z"]}',
	],
	['undefined', { a: undefined, b: null, c: [{ d: undefined }] }, '{"b":null,"c":[{}]}'],
	['1000 levels', JSON.parse(nested(1000)) as object, nested(1000)],
	// As it was checked, though it would say something else the next time.
	['a count of its calls', { at: { toJSON: () => ++calls } }, '{"at":1}'],
])('An object with %s is sent as JSON', async (_what, object, json) => {
	expect(await exact(object)).toBe(json);
});

test.each<[what: string, object: object, message: string]>([
	[
		'undefined in a list',
		{ a: [1, undefined] },
		'contain undefined, which JSON cannot express, at a[1]',
	],
	['NaN', { b: { c: [{}, 1] }, a: NaN }, 'contain NaN, which JSON cannot express, at a'],
	['-0', { a: [-0] }, 'contain -0, which JSON would change to 0, at a[0]'],
	['a Map', { a: { b: new Map() } }, 'contain a Map at a.b'],
	['an object of a class', { a: [new Money(7)] }, 'contain a Money at a[0]'],
	['a function', { a: () => 1 }, 'contain a function at a'],
	['an invalid date', { a: new Date(NaN) }, 'contain an invalid date at a'],
	['one that n8n has written', { a: 'Invalid DateTime' }, 'contain an invalid date at a'],
	['itself', itself, 'be nested deeper than 1000 levels'],
	['1001 levels', JSON.parse(nested(1001)) as object, 'be nested deeper than 1000 levels'],
])('An object with %s in it is refused', async (_what, object, message) => {
	await expect(exact(object)).rejects.toThrow(`must not ${message}`);
});

test.each([...[true, 7, [], new Date(0), new Set(), new Money(1)], ...['[]', 'null', '"{}"']])(
	'%o is no JSON object',
	async (value) => {
		await expect(exact(value)).rejects.toThrow(/^must be a JSON object/);
	},
);

test.each([null, undefined, '', ' '])('%j is empty', async (value) => {
	await expect(exact(value)).rejects.toThrow(/^must not be empty: enter a JSON object/);
});

test.each([
	[
		'{"a":"it"s"}',
		'. For a text, write {{ JSON.stringify($json.name) }} in it, without quotes around',
	],
	["{'a':1}", '. Put names and texts in straight double quotes ("), not in any others'],
	['{"a":“won”}', '. Put names and texts in straight double quotes ("), not in any others'],
	['{deal:"x"}', '. Put names and texts in straight double quotes ("), not in any others'],
	['{"stage": won}', '. Put names and texts in straight double quotes ("), not in any others'],
	['Deal won!', '. Write a text as a part of it, such as {"note": "Deal won"}'],
	['{"a":1,}', '. Remove the comma before the closing bracket'],
])('%s is no JSON: the error says where', async (text, advice) => {
	const error = await exact(text).catch(({ message }: Error) => message);
	expect(error).toMatch(/^must be valid JSON: .*(position|token)/);
	expect(/\. (Put|Remove|Write|For) .*/.exec(error)?.[0] ?? '').toBe(advice);
});
