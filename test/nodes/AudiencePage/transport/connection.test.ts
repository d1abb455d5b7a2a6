import { redactKey } from '../../../../nodes/AudiencePage/transport/connection';

const KEY = 'kEy/of "a" test+ &<key>';

test.each([
	['as it is', KEY],
	['in a URL', encodeURIComponent(KEY)],
	['in JSON', JSON.stringify({ message: KEY })],
])('A text in which the service repeats the key %s is shown without it', (_how, repeated) => {
	const shown = redactKey(`Who is ${repeated}, or ${repeated}?`, { apiKey: ` ${KEY}\n` });
	expect(shown.split('(API key)')).toHaveLength(3);
	expect(shown).not.toContain(repeated);
});

test.each([
	[12345678, 'Who is 12345678?', 'Who is (API key)?'],
	['', 'Who is that?', 'Who is that?'],
	['is', 'Who is that?', 'Who is that?'],
])('With the key %j, %j is shown as %j', (apiKey, text, shown) => {
	expect(redactKey(text, { apiKey })).toBe(shown);
});
