import {
	normalizeDomain,
	normalizePhoneNumber,
	removeInvisible,
} from '../../../../nodes/AudiencePage/fields/normalize';

test.each([
	['+4930123456', '+4930123456'],
	['0049 (0)30/12-34', '+49301234'],
	['+49 (0) 30 12 34', '+49301234'],
	['+49-[0]-30.1234', '+49301234'],
	['(+1) 555 010-9999', '+15550109999'],
	['+1\u2011555\u2013010\u00a09999', '+15550109999'],
	['\u202a+49 30 1234\u202c', '+49301234'],
	['(+49) (0)30 1234', '+49301234'],
	['+(44)(0)20 7946 0958', '+442079460958'],
	['(0049) [0] 30/1234', '+49301234'],
	['+49 (0)33203/12345', '+493320312345'],
	// Where numbers begin with a 0 that is dialed from abroad too, as in Italy.
	['+39 (06) 1234', '+39061234'],
	// A (0) that is dialed or not, or of another kind.
	['+39 (0)6 1234567', '+39 (0)6 1234567'],
	['+4930 (0) 1234', '+4930 (0) 1234'],
	['+370 (8) 612 34567', '+370 (8) 612 34567'],
	// A 0 that may be one to dial or not.
	['+49 030 1234', '+49 030 1234'],
	['+44 (020) 7946 0958', '+44 (020) 7946 0958'],
	// Two numbers, or an extension.
	['+49 30 1234567 / 5678', '+49 30 1234567 / 5678'],
	['+1 555 010 9999 (2)', '+1 555 010 9999 (2)'],
	['+1 212-555-0123-0124', '+1 212-555-0123-0124'],
	['+33 1 23 45 67 89 - 90', '+33 1 23 45 67 89 - 90'],
	['+4930123\n4930124', '+4930123\n4930124'],
	['+81-3-1234-5678\u301c5680', '+81312345678\u301c5680'],
	// Another prefix, and what is no number.
	['0011 61 2 9999 9999', '0011 61 2 9999 9999'],
	['0 030 1234567', '00301234567'],
	['00.12.2024', '00.12.2024'],
	// No international number: the rule of the field refuses what is left.
	['030 / 1234', '0301234'],
	['+49 30 1234 ext. 5', '+49301234ext5'],
	['', ''],
])('The phone number %j is sent as %j', (written, sent) => {
	expect(normalizePhoneNumber(written)).toBe(sent);
});

test.each([
	['https://www.Acme.com/about', 'acme.com'],
	['http://me:secret@acme.com:8080/?q=a@b.c#top', 'acme.com'],
	['//ACME.co.uk', 'acme.co.uk'],
	['www.acme.com.', 'acme.com'],
	['\u200bacme.com', 'acme.com'],
	['M\u00fcller.de', 'm\u00fcller.de'],
	['M\u00dcLLER.DE', 'm\u00fcller.de'],
	['\u0130stanbul.com', '\u0130stanbul.com'],
	// It is all of the name.
	['www.com', 'www.com'],
	['https://www.co.uk/', 'www.co.uk'],
	['www.com.au', 'www.com.au'],
	['www.acme.co.uk', 'acme.co.uk'],
	['www.t.co', 't.co'],
	// No domain can be read.
	['Acme Corp', 'Acme Corp'],
	['localhost:3000', 'localhost:3000'],
	['ada@Acme.com', 'ada@Acme.com'],
	['https://', 'https://'],
	['Acme. We build', 'Acme. We build'],
	['.', '.'],
	['', ''],
])('The domain %j is sent as %j', (written, sent) => {
	expect(normalizeDomain(written)).toBe(sent);
});

test('What shows nothing goes; what joins letters stays', () => {
	expect(removeInvisible(' \ufeffada\u00ad@\u2060acme.com\u200e ')).toBe('ada@acme.com');
	expect(removeInvisible('\u0646\u0627\u0645\u200c\u0647\u0627')).toBe(
		'\u0646\u0627\u0645\u200c\u0647\u0627',
	);
});

test.each([
	'a'.repeat(100_000),
	'('.repeat(100_000),
	`https://${'a.'.repeat(50_000)}`,
	`${':'.repeat(100_000)}`,
	`+493012345${'/'.repeat(1_000_000)}`,
	`+49${'1 - '.repeat(100_000)}`,
])('A long text comes to an end', (text) => {
	expect(normalizeDomain(text).length).toBeLessThanOrEqual(text.length);
	expect(normalizePhoneNumber(text).length).toBeLessThanOrEqual(text.length);
});
