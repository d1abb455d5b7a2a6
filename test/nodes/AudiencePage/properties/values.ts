/** Values for fields: what people fill in, what breaks programs, and what no field takes. */
import fc, { type Arbitrary } from 'fast-check';
import { codePoint } from '../../../support/codePoint';

/** UTF-8 has no half of a surrogate pair: such a text is refused, but not in JSON. */
export const isUtf8 = (text: unknown) =>
	typeof text !== 'string' || Buffer.from(text).toString() === text;

/** Texts with a history of being taken for something else. */
const NOTORIOUS = [
	...'__proto__ constructor toString null undefined true 0 -0 1e3 007 = {"a":1} [] "quoted"\\'.split(
		' ',
	),
	...'.. ../x ..\\x a/../b a/b ?x=1 #x a&b=c a+b %2e%2e %2F % $parameter["name"]'.split(' '),
	...[
		' ',
		' padded ',
		'={{ 1 + 1 }}',
		'{{ 1 + 1 }}',
		"a;b,c:d@e!$'()*~",
		'<script>alert(1)</script>',
	],
	...[
		'\u0000',
		'\r\nX-Evil: 1',
		'\u001b[31m',
		'\u2028',
		'\ufeff',
		'ä 漢 😀 e\u0301',
		'\ud83d',
		'a\udc00b',
	],
];

const utf16Unit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const plainText = fc.oneof(
	fc.constantFrom(
		'Nathan Smith',
		'acme.com',
		'nathan@acme.com',
		'https://acme.com/a?b=c#d',
		'2026-01-31',
	),
	fc.string({ minLength: 1, maxLength: 30 }),
);

/** Without the character that stands for bytes of another encoding, which is refused everywhere. */
const strangeText = fc
	.oneof(
		fc.constantFrom(...NOTORIOUS),
		...[codePoint, utf16Unit].map((unit) => fc.string({ unit, minLength: 1, maxLength: 30 })),
	)
	.filter((text) => !text.includes('\ufffd'));

/**
 * A number or a switch where a text is asked for: an expression gives one easily. Without -0, which
 * is refused.
 */
const notQuiteText = fc.oneof(
	fc.constantFrom<unknown>(0, false, true, -1, 1.5, 1e21, 9007199254740993),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);

/** What a field is left with. */
export const empties: Arbitrary<unknown> = fc.constantFrom(
	'',
	null,
	undefined,
	' ',
	'\u00a0\t\r\n',
);

/** What stands for text in no way. */
export const structures: Arbitrary<unknown> = fc.constantFrom<unknown>(
	...[{}, { a: 1 }, { value: 'x' }, [], [''], ['a', 'b'], [[]], [null]],
	...[NaN, -Infinity, new Date(0), JSON.parse('{"__proto__":{"x":1}}')],
);

/** Any text at all, or what is sent as one. */
export const texts: Arbitrary<unknown> = fc.oneof(
	{ weight: 3, arbitrary: plainText },
	{ weight: 3, arbitrary: strangeText.filter(isUtf8) },
	{ weight: 1, arbitrary: notQuiteText },
);

/** Anything that an expression may give to a field of text. */
export const anything: Arbitrary<unknown> = fc.oneof(
	{ weight: 3, arbitrary: strangeText },
	{ weight: 1, arbitrary: notQuiteText },
	{ weight: 3, arbitrary: structures },
	{ weight: 1, arbitrary: empties },
);

/** IDs as services make them, and strange ones that are still one piece of a path. */
export const ids: Arbitrary<unknown> = fc.oneof(
	{ weight: 2, arbitrary: fc.stringMatching(/^[a-z]{3,8}_[a-z0-9]{26}$/) },
	fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
		.filter((id) => id.trim() !== '' && !/[./\\\ufffd]/.test(id)),
	fc.constantFrom('a/b', '?x=1', '%2e', '%2e%2e', '...', '.a', '1', '__proto__', ' padded\t'),
	notQuiteText,
);

/** What is no ID, mostly: it climbs out of its place in a path. */
export const badIds: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom(
		'.',
		'..',
		'../x',
		'./x',
		'a/..',
		'a/../b',
		'..\\x',
		'a\\..\\b',
		'../../v0/persons',
		'/..',
	),
	fc
		.tuple(fc.string(), fc.constantFrom('/../', '\\..\\', '/./'), fc.string())
		.map((pieces) => pieces.join('')),
	empties,
	{ weight: 2, arbitrary: anything },
);

/** Texts of `min` to `max` characters, the bounds themselves often among them. */
export const textsOfLength = (min: number, max: number): Arbitrary<string> =>
	fc.oneof(
		{ weight: 4, arbitrary: plainText },
		{ weight: 2, arbitrary: fc.string({ unit: codePoint, minLength: min, maxLength: 40 }) },
		fc.constantFrom('x'.repeat(min), ...['x', '😀', 'é'].map((character) => character.repeat(max))),
	);

/** Texts that are one character too long, and longer. */
export const tooLong = (max: number): Arbitrary<string> =>
	fc.constantFrom('x'.repeat(max + 1), '😀'.repeat(max + 1), 'x'.repeat(2 ** 20));

const key = fc.oneof(
	fc.constantFrom(
		'',
		...'__proto__ constructor prototype toString a.b a[0] 10 9 =x $json'.split(' '),
	),
	fc.string({ unit: utf16Unit, maxLength: 6 }),
);

/** Without -0, which is refused. */
const json = fc.oneof(
	fc.constantFrom<unknown>(null, 0, '', '={{ 1 }}', '\ud83d', 9007199254740993),
	fc
		.jsonValue({ depthSize: 'small', stringUnit: 'binary' })
		.map((value): unknown => JSON.parse(JSON.stringify(value))),
);

/**
 * JSON objects with all that JSON allows: hostile keys, odd numbers, halves of characters, depth.
 */
export const jsonObjects: Arbitrary<unknown> = fc.oneof(
	{ weight: 30, arbitrary: fc.dictionary(key, json, { maxKeys: 5, noNullPrototype: true }) },
	{ weight: 3, arbitrary: fc.constant(JSON.parse(`${'{"a":['.repeat(100)}0${']}'.repeat(100)}`)) },
);

/** JSON that is no object. */
export const otherJson: Arbitrary<unknown> = json.filter(
	(value) => typeof value !== 'object' || Array.isArray(value),
);
