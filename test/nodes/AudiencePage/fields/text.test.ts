/** The rules of values: what is written, and what is sent of it, or in which words it is refused. */
import {
	accountIdRule,
	domainText,
	emailText,
	kebabCase,
	lengthBetween,
	normalizeName,
	notAPath,
	profileText,
	toPathSegment,
	validUnicode,
	type TextRules,
} from '../../../../nodes/AudiencePage/fields/text';
import { formWith } from '../../../support/form';

/** What is sent of a text, or in an object the rule that it breaks. */
function outcomeOf({ normalize = (text) => text, rules = [] }: TextRules, written: string) {
	const context = formWith({});
	const text = normalize(written, context);
	const refused = rules.map((rule) => rule(text, context)).find((rule) => rule !== undefined);
	return refused === undefined ? text : { refused };
}

const refused = (words: string) => ({ refused: expect.stringContaining(words) as string });

const EMAIL = 'must be one email address: one @, no space, behind it a domain with a dot';

test.each([
	['ada@acme.com', 'ada@acme.com'],
	['Ada@ACME.com', 'Ada@ACME.com'],
	['mailto:ada@acme.com', 'ada@acme.com'],
	['Ada Lovelace <ada@acme.com>', 'ada@acme.com'],
	['<mailto:ada@acme.com>', 'ada@acme.com'],
	["o'neill+crm@mail.acme.co.uk", "o'neill+crm@mail.acme.co.uk"],
	['ada', refused(EMAIL)],
	['ada@acme', refused(EMAIL)],
	['ada@acme.com, bob@acme.com', refused(EMAIL)],
	['ada@acme.com;', refused(EMAIL)],
	['ada @acme.com', refused(EMAIL)],
	['ada@@acme.com', refused(EMAIL)],
	['mailto:ada@acme.com?subject=Hi', 'ada@acme.com'],
	["'ada@acme.com'", refused(EMAIL)],
	['\u200bada@acme.com', refused(EMAIL)],
	['ada@acme.com.', refused(EMAIL)],
])('Email %j: %j', (written, sent) => {
	expect(outcomeOf(emailText, written)).toEqual(sent);
});

const DOMAIN = 'must be a domain such as acme.com: letters, digits and hyphens, with a dot';

test.each([
	['acme.com', 'acme.com'],
	['https://www.Acme.com/about?a=b#c', 'acme.com'],
	['http://acme.com:8080', 'acme.com'],
	['WWW.acme.co.uk/', 'acme.co.uk'],
	['münchen.de', 'münchen.de'],
	['github.com', 'github.com'],
	['Acme', refused(DOMAIN)],
	['n.a.', refused(DOMAIN)],
	['Acme Inc.', refused(DOMAIN)],
	['ada@acme.com', refused(DOMAIN)],
	['acme.com, acme.de', refused(DOMAIN)],
])('Domain %j: %j', (written, sent) => {
	expect(outcomeOf(domainText, written)).toEqual(sent);
});

const ADA = 'https://www.linkedin.com/in/ada';
const PROFILE =
	'must be the address of a profile, such as https://www.linkedin.com/in/nathan-smith';

test.each([
	[ADA, ADA],
	['linkedin.com/in/ada', ADA],
	['http://www.LinkedIn.com/in/ada/', ADA],
	['https://de.linkedin.com/in/ada?trk=people', ADA],
	['https://www.linkedin.com/in/ada/overlay/contact-info/', ADA],
	['https://www.linkedin.com/in/ACoAAA1b', 'https://www.linkedin.com/in/ACoAAA1b'],
	['https://www.linkedin.com/company/acme', refused(PROFILE)],
	['https://linkedin.com.evil.example/in/ada', refused(PROFILE)],
	['https://example.com/linkedin.com/in/ada', refused(PROFILE)],
	['ada', refused(PROFILE)],
])('LinkedIn profile %j: %j', (written, sent) => {
	expect(outcomeOf(profileText, written)).toEqual(sent);
});

test.each([
	['HubSpot', 'hubspot'],
	['Deal Won', 'deal-won'],
	['deal-won', 'deal-won'],
	[' Début & Fin! ', 'debut-fin'],
	['契約', refused('must be in letters from a to z or digits')],
	['x'.repeat(101), refused('must be 1 to 100 characters long, but has 101')],
])('Source and Type %j: %j', (written, sent) => {
	expect(outcomeOf(kebabCase, written)).toEqual(sent);
});

test.each([
	['Ada  Lovelace', 'Ada Lovelace'],
	['Ada\u00a0\n Lovelace', 'Ada Lovelace'],
	['Ó hÍceadha', 'Ó hÍceadha'],
	['João Gomes e Silva Neto', 'João Gomes e Silva Neto'],
	['Jane Doe, PhD', 'Jane Doe, PhD'],
])('Name %j: %j', (written, sent) => {
	expect(outcomeOf({ normalize: normalizeName }, written)).toBe(sent);
});

test.each([
	[accountIdRule('Cure'), `account_${'a1'.repeat(13)}`, undefined],
	[
		accountIdRule('Use Domain'),
		'acme.com',
		'must be account_ followed by 26 lower-case letters or digits. Use Domain',
	],
	[lengthBetween(1, 2), '😀😀', undefined],
	[lengthBetween(1, 2), 'abc', 'must be 1 to 2 characters long, but has 3'],
	[validUnicode, 'Jürgen', undefined],
	[validUnicode, 'J\ufffdrgen', 'must not contain \ufffd: save the file as UTF-8'],
	[validUnicode, 'a\ud83d', 'must not contain half of a character, such as an emoji'],
	[notAPath, 'a.b', undefined],
	[notAPath, 'a/../b', 'must be an ID, not a path'],
])('%# The rule for %j', (rule, text, brokenRule) => {
	expect(rule(text)).toBe(brokenRule);
});

test.each([
	['p1', 'p1'],
	['a/b?c', 'a%2Fb%3Fc'],
	['', undefined],
	['.', undefined],
	['..', undefined],
	['a\\..\\b', undefined],
	['\udc00', undefined],
	[7, undefined],
])('%j as a segment of a path: %j', (id, segment) => {
	expect(toPathSegment(id)).toBe(segment);
});

test('A long text comes to an end', () => {
	const texts = ['<'.repeat(100_000), `a@b${'.'.repeat(100_000)} `, `${'a.'.repeat(50_000)}@`];
	for (const rules of [emailText, domainText, profileText, kebabCase])
		for (const text of texts) expect(outcomeOf(rules, text)).toBeDefined();
});
