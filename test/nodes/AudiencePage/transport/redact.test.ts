import fc from 'fast-check';
import { redactKey } from '../../../../nodes/AudiencePage/transport/redact';
import { aKey, ENCODINGS } from '../../../support/keys';

const seed = Number(process.env.PROPERTIES_SEED ?? 20260131);

/** Of 4 to 7 characters, which may be a part of the text that stands in place of the key. */
const shortKey = fc
	.stringMatching(/^[\w-]{4,7}$/)
	.filter((key) => !'(api key)'.includes(key.toLowerCase()));

describe('A text in which the service repeats the key', () => {
	test.each(Object.entries(ENCODINGS))('%s, is shown without it', (_how, encode) => {
		fc.assert(
			fc.property(fc.oneof(aKey, shortKey), (key) => {
				const text = redactKey(`Who is ${encode(key)}, or "${encode(key)}"?`, key);
				expect(text).toMatch(/^Who is .{0,6}\(API key\).{0,6}, or ".{0,6}\(API key\).{0,6}"\?$/);
			}),
			{ seed, numRuns: 200 },
		);
	});

	const KEY = 'kEy/of "a" test+ &<key>';
	test.each([
		[`Unknown: ${KEY}.`, 'Unknown: (API key).'],
		[`Basic ${Buffer.from(`user:${KEY}`).toString('base64')}`, 'Basic dXNlcj(API key)'],
		['Unknown: kEy/of "a" test', 'Unknown: kEy/of "a" test'],
		[`100% &lt;${KEY}&gt; \\u0026`, '100% &lt;(API key)&gt; \\u0026'],
	])('%j is shown as %j', (text, shown) => {
		expect(redactKey(text, ` ${KEY}\n`)).toBe(shown);
	});

	test.each([12345678, 'k3y-'.repeat(5_000)])('is shown without key %#', (key) => {
		expect(redactKey(`Unknown: ${key} .`, key)).toBe('Unknown: (API key) .');
	});

	test.each(['', 'a', 'bad', 'API key', undefined, 42])(
		'is left as it is where the key is %j',
		(key) => {
			expect(redactKey('A bad answer for (API key) 42', key)).toBe('A bad answer for (API key) 42');
		},
	);
});

/** With quadratic time, these would not end. */
test.each(['&amp;', '%25', '\\\\', 'a'])(
	'A text of %j, again and again, is read to its end',
	(part) => {
		const text = part.repeat(100_000 / part.length);
		expect(redactKey(text, 'aaaaaaaaaaaaaaaaaaaaaaaab')).toBe(text);
	},
);
