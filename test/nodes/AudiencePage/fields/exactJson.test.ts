import fc from 'fast-check';
import { DateTime, Duration } from 'luxon';

import { exactJsonObject } from '../../../../nodes/AudiencePage/fields/exactJson';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const refuse = (brokenRule: string, path: string) =>
	new Error(path ? `${brokenRule} at ${path}` : brokenRule);
const exact = async (value: unknown) => await exactJsonObject(value, refuse);

class Money {
	constructor(readonly cents: number) {}
}

const TWICE = { b: 1 };
const NAMELESS: unknown = Object.create(Object.create(Object.create(null) as object) as object);

describe('A JSON object', () => {
	test('given as any, or as its text, is itself', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.dictionary(
					fc.string(),
					fc.json().map((json): unknown => JSON.parse(json)),
				),
				async (object) => {
					expect(JSON.stringify(await exact(object))).toBe(JSON.stringify(object));
					const text = JSON.stringify(object);
					expect(JSON.stringify(await exact(text))).toBe(JSON.stringify(JSON.parse(text)));
				},
			),
			{ seed: 1 },
		);
	});

	test.each<[string, string, string]>([
		['1.50', '{"a":1.50}', '{"a":1.5}'],
		['an exponent', '{"a":15e-1,"b":1E2}', '{"a":1.5,"b":100}'],
		['zeros', '{"a":0,"b":0.000,"c":0e9}', '{"a":0,"b":0,"c":0}'],
		['great and small ones', '{"a":1e308,"b":5e-324,"c":1e21}', '{"a":1e+308,"b":5e-324,"c":1e+21}'],
		[
			'digits in texts',
			'{"12345678901234567890":"1e400 \\" 1e400","b\\\\":[]}',
			'{"12345678901234567890":"1e400 \\" 1e400","b\\\\":[]}',
		],
	])('as text keeps the value of its numbers: %s', async (_what, text, json) => {
		expect(JSON.stringify(await exact(text))).toBe(json);
	});

	test.each<[string, string]>([
		['{"deal":{"ids":[1,12345678901234567890]}}', 'at deal.ids[1]'],
		[
			'{"a":1e400}',
			'must not contain the number 1e400, which JSON would change to Infinity: put it in quotes at a',
		],
		['{"a":1e-400}', 'at a'],
		['{"a":0.1000000000000000055}', 'at a'],
		['{"__proto__":{"a":9007199254740993}}', 'at __proto__.a'],
		[`{"a":${'9'.repeat(400)}}`, `the number ${'9'.repeat(40)},`],
		['{"a":-0}', 'must not contain -0'],
	])('as the text %j would lose digits, and is refused', async (text, message) => {
		await expect(exact(text)).rejects.toThrow(message);
	});

	interface Text {
		text: string;
		/** Whether an object in it has a name twice. */
		isTwice: boolean;
	}
	const name = fc.constantFrom('a', 'b', 'a b', '"', '\\', '\\"', '{', '":', '__proto__', 'é');
	const plain = fc
		.constantFrom('1', 'null', '"a\\"b"', '"{"', '""')
		.map((text) => ({ text, isTwice: false }));
	const { object: aText } = fc.letrec<{ value: Text; list: Text; object: Text }>((tie) => ({
		value: fc.oneof({ maxDepth: 3 }, plain, tie('list'), tie('object')),
		list: fc.array(tie('value'), { maxLength: 3 }).map((entries) => ({
			text: `[${entries.map(({ text }) => text).join(' ,')}]`,
			isTwice: entries.some(({ isTwice }) => isTwice),
		})),
		object: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => ({
			text: `{${members.map(([key, { text }]) => `${JSON.stringify(key)} :${text}`).join(', ')} }`,
			isTwice:
				new Set(members.map(([key]) => key)).size < members.length ||
				members.some(([, { isTwice }]) => isTwice),
		})),
	}));

	test('as text is refused if an object in it has a name twice, and only then', async () => {
		const read = async (text: string): Promise<string | undefined> => {
			try {
				return JSON.stringify(await exact(text));
			} catch (error) {
				const isNamed = /^must not have ".*" twice in one object/.test((error as Error).message);
				return isNamed ? 'a name twice' : undefined;
			}
		};
		await fc.assert(
			fc.asyncProperty(aText, async ({ text, isTwice }) => {
				expect(await read(text)).toBe(isTwice ? 'a name twice' : JSON.stringify(JSON.parse(text)));
			}),
			{ seed: 1, numRuns: 2_000 },
		);
		const twice = '{"deal":[{},{"\\u0061":1,"a":{"a":2}}]}';
		await expect(exact(twice)).rejects.toThrow('must not have "a" twice in one object at deal[1]');
	});

	test('as a long text is read in one go', async () => {
		const long = ['\\"'.repeat(2 ** 22), 'a'.repeat(10_000_000), '\\'.repeat(2 ** 20)];
		const text = JSON.stringify({ long, list: Array(20_000).fill(0.5) });
		expect(JSON.stringify(await exact(text))).toBe(text);
	});

	test.each<[string, () => object, string]>([
		['a Date', () => ({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}'],
		[
			'a DateTime',
			() => ({ at: [DateTime.fromMillis(0, { zone: 'utc' })] }),
			'{"at":["1970-01-01T00:00:00.000Z"]}',
		],
		['a Duration', () => ({ for: Duration.fromMillis(1500) }), '{"for":"PT1.5S"}'],
		['undefined', () => ({ a: undefined, b: null, c: [{ d: undefined }] }), '{"b":null,"c":[{}]}'],
		['a URL', () => ({ a: new URL('https://acme.com') }), '{"a":"https://acme.com/"}'],
		['a Buffer', () => ({ a: Buffer.from([1, 255]) }), '{"a":{"type":"Buffer","data":[1,255]}}'],
		[
			'what is a Date in JSON',
			() => ({ a: { toJSON: () => new Date(0) } }),
			'{"a":"1970-01-01T00:00:00.000Z"}',
		],
		['the same twice', () => ({ a: [TWICE, TWICE] }), '{"a":[{"b":1},{"b":1}]}'],
		['no prototype', () => Object.assign(Object.create(null) as object, { a: 1 }), '{"a":1}'],
	])('may have %s in it, which JSON has a text for', async (_what, object, json) => {
		expect(JSON.stringify(await exact(object()))).toBe(json);
	});

	const notInJson = (what: string, place: string) =>
		`must not contain ${what}, which JSON cannot express, at ${place}`;
	test.each<[string, () => object, string]>([
		['undefined in a list', () => ({ a: [1, undefined] }), notInJson('undefined', 'a[1]')],
		['a hole in a list', () => ({ a: { b: Array(2) } }), notInJson('undefined', 'a.b[0]')],
		['what is undefined in JSON', () => ({ a: { toJSON: () => undefined } }), notInJson('undefined', 'a')],
		['NaN', () => ({ a: NaN }), notInJson('NaN', 'a')],
		['-0', () => ({ a: [-0] }), 'must not contain -0, which JSON would change to 0, at a[0]'],
		['Infinity', () => ({ a: [-Infinity] }), notInJson('-Infinity', 'a[0]')],
		['what is a Set in JSON', () => ({ a: { toJSON: () => new Set() } }), 'must not contain a Set at a'],
		['a Set', () => ({ a: [new Set([1])] }), 'must not contain a Set at a[0]'],
		['a Map', () => ({ a: { b: new Map() } }), 'must not contain a Map at a.b'],
		['a number in an object', () => ({ a: Object(7) as object }), 'must not contain a Number at a'],
		['an object of a class', () => ({ a: new Money(7) }), 'must not contain a Money at a'],
		['one of a class without a name', () => ({ a: NAMELESS }), 'must not contain an object of a class at a'],
		['a BigInt', () => ({ a: 1n }), 'must not contain a bigint at a'],
		['a function', () => ({ a: () => 1 }), 'must not contain a function at a'],
		['a symbol', () => ({ a: Symbol('a') }), 'must not contain a symbol at a'],
		['an invalid date', () => ({ a: new Date(NaN) }), 'must not contain an invalid date at a'],
		['an invalid DateTime', () => ({ a: DateTime.invalid('test') }), 'must not contain an invalid date at a'],
	])('with %s in it is refused, by where that is', async (_what, object, message) => {
		await expect(exact(object())).rejects.toThrow(message);
	});

	test('goes out as it was checked, though it would say something else the next time', async () => {
		let asked = 0;
		const object = { at: { toJSON: () => ++asked } };
		expect(JSON.stringify(await exact(object))).toBe('{"at":1}');
	});

	test('that is nested in itself, or so deep that JSON cannot be written, is refused', async () => {
		const itself: Record<string, unknown> = {};
		itself.again = itself;
		const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
		const asJson = { toJSON: () => asJson };
		for (const value of [itself, deep, JSON.parse(deep) as object, { asJson }, { list: [itself, itself] }]) {
			await expect(exact(value)).rejects.toThrow('must not be nested deeper than 1000 levels');
		}
	});

	test.each([
		...[null, undefined, true, 7, NaN, 1n, [], ['a'], new Date(0), DateTime.fromMillis(0)],
		...[new Set(), new Map(), new Money(1), () => 1, '', 'deal won', '{', '[]', 'null', '7', '"{}"'],
	])('is not %o', async (value) => {
		await expect(exact(value)).rejects.toThrow(/^must be a JSON object/);
	});
});

describe('The payload of a log entry', () => {
	const sandbox = useSandbox();
	const create = async (payload: string) => {
		const log = { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm', payload };
		return await runNode(sandbox(), log, { items: [{ id: 7 }] });
	};

	test('arrives exactly', async () => {
		await create('={{ { deal: $json, at: DateTime.fromISO("2026-11-21T12:00:00Z").toUTC() } }}');
		const payload = { deal: { id: 7 }, at: '2026-11-21T12:00:00.000Z' };
		expect(bodies(sandbox())).toMatchObject([{ payload }]);
	});

	test.each<[string, string]>([
		['={{ { deal: new Map() } }}', 'Payload must not contain a Map at deal'],
		['={{ { ids: [$json.missing] } }}', 'Payload must not contain undefined, which JSON cannot express'],
	])('%s is refused', async (payload, message) => {
		expect((await create(payload)).error?.message).toContain(message);
		expect(bodies(sandbox())).toEqual([]);
	});
});
