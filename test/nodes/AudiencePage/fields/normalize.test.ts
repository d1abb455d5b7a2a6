import fc from 'fast-check';

import {
	normalizeDomain,
	normalizePhoneNumber,
	removeInvisible,
} from '../../../../nodes/AudiencePage/fields/normalize';

describe('A phone number', () => {
	test.each([
		['+4930123456', '+4930123456'],
		['0049 (0)30/12-34', '+49301234'],
		['+49-[0]-30.1234', '+49301234'],
		['+1\u2011555\u2013010\u00a09999', '+15550109999'],
		['\u202a+49 30 1234\u202c', '+49301234'],
		['+(44)(0)20 7946 0958', '+442079460958'],
		// Where numbers begin with a 0 that is dialed from abroad too, as in Italy.
		['+39 (06) 1234', '+39061234'],
		// No international number: the rule of the field refuses what is left.
		['030 / 1234', '0301234'],
	])('%j is sent as %j', (written, sent) => {
		expect(normalizePhoneNumber(written)).toBe(sent);
	});

	/** As people write one number of their country. */
	test.each([
		...['+1 (415) 555-2671', '+376 312345', '+55 (11) 91234-5678', '+91 98765 43210', '+4930 901820'],
		...['+225 07 12 34 56 78', '+9198765 43210', '+43 1/2345678', '+45 12 34 56 78'],
	])('%s is one', (written) => {
		expect(normalizePhoneNumber(written)).toBe(written.replace(/[^+\d]/g, ''));
	});

	test.each([
		// A (0) that is dialed or not, or of another kind; a 0 that may be one to dial or not.
		...['+39 (0)6 1234567', '+4930 (0) 1234', '+370 (8) 612 34567', '+49 030 1234'],
		// Two numbers, or an extension.
		...['+1 555 010 9999 (2)', '+1 212-555-0123-0124', '+33 1 23 45 67 89 - 90', '+49 30 1234 (56)'],
		...['+376 312345 312346', '+500 12345/12346', '+376 81 23 45 812346', '+298123456 234567'],
		// Another prefix, and what is no number.
		...['0011 61 2 9999 9999', '00.12.2024'],
	])('%j may be another one than its digits: it stays as it is, and is refused', (written) => {
		expect(normalizePhoneNumber(written)).toBe(written);
	});

	test('is never made of two in one cell', () => {
		const separators = fc.constantFrom(' ', '/', ' / ', ' - ', ', ', '; ', ' or ', '\n', ' +49 ', ' / +376 ');
		/** Of a country of long numbers, and of one of short numbers; digits stand in one group or two. */
		const cells = fc.constantFrom(['49', 6], ['49', 9], ['376', 5], ['376', 6]).chain(([code, digits]) => {
			const number = fc.stringMatching(new RegExp(`^[1-9]\\d{${Number(digits) - 1}}$`));
			const at = fc.tuple(fc.nat(3), fc.constantFrom(' ', '-', '.'));
			return fc.tuple(number, separators, number, at).map(([one, separator, other, [cut, joint]]) => {
				const [first, second] = [one, other].map((each) =>
					cut === 0 ? each : `${each.slice(0, cut)}${joint}${each.slice(cut)}`,
				);
				return `+${code} ${first}${separator}${second}`;
			});
		});
		fc.assert(
			fc.property(cells, (cell) => expect(normalizePhoneNumber(cell)).not.toMatch(/^\+[1-9]\d{1,14}$/)),
			{ numRuns: 2_000 },
		);
	});
});

test.each([
	['https://www.Acme.com/about', 'acme.com'],
	['http://me:secret@acme.com:8080/?q=a@b.c#top', 'acme.com'],
	['www.acme.com.', 'acme.com'],
	['\u200bacme.com', 'acme.com'],
	['M\u00dcLLER.DE', 'm\u00fcller.de'],
	// It is all of the name.
	['www.com', 'www.com'],
	['https://www.co.uk/', 'www.co.uk'],
	['www.t.co', 't.co'],
	// No domain can be read.
	...['Acme Corp', 'localhost:3000', 'ada@Acme.com', 'Acme. We build', '.', ''].map((text) => [text, text]),
])('The domain %j is sent as %j', (written, sent) => {
	expect(normalizeDomain(written)).toBe(sent);
});

test.each([
	[' \ufeffada\u00ad@\u2060acme.com\u200e ', 'ada@acme.com'],
	['\u0646\u0627\u0645\u200c\u0647\u0627', '\u0646\u0627\u0645\u200c\u0647\u0627'],
])('Of %j, what shows nothing goes; what joins letters stays', (text, visible) => {
	expect(removeInvisible(text)).toBe(visible);
});

test.each([
	...['('.repeat(100_000), `https://${'a.'.repeat(50_000)}`, `+493012345${'/'.repeat(1_000_000)}`],
	...[`+49${'1 - '.repeat(100_000)}`, `+376 ${'1 '.repeat(100_000)}`],
])('A long text comes to an end', (text) => {
	expect(normalizeDomain(text).length).toBeLessThanOrEqual(text.length);
	expect(normalizePhoneNumber(text).length).toBeLessThanOrEqual(text.length);
});
