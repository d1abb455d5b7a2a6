import {
	normalizeDomain,
	normalizeEmail,
	normalizeLinkedinProfileUrl,
	removeInvisible,
} from '../../../../nodes/AudiencePage/fields/text';

test.each([
	[' \ufeffada\u00ad@\u2060acme.com\u200e ', 'ada@acme.com'],
	['\u0646\u0627\u0645\u200c\u0647\u0627', '\u0646\u0627\u0645\u200c\u0647\u0627'],
])('Of %j, what shows nothing goes; what joins letters stays', (text, visible) => {
	expect(removeInvisible(text)).toBe(visible);
});

test.each([
	...[
		'('.repeat(100_000),
		`https://${'a.'.repeat(50_000)}`,
		'<'.repeat(100_000),
		'mailto:'.repeat(20_000),
	],
	...[
		`a@b${', '.repeat(100_000)}x`,
		`linkedin.com/in/${'%'.repeat(100_000)}`,
		`${'.'.repeat(100_000)}x`,
	],
	`a.b${'/,'.repeat(100_000)}`,
])('A long text comes to an end', (text) => {
	for (const normalize of [normalizeDomain, normalizeEmail, normalizeLinkedinProfileUrl])
		expect(normalize(text).length).toBeLessThanOrEqual(text.length);
});
