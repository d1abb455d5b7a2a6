/** The rules of values: what is typed, and what is sent of it, or in which words it is refused. */
import type { INodeProperties } from 'n8n-workflow';
import {
	domainText,
	emailText,
	kebabCase,
	mustBeAccountId,
	mustHaveLength,
	mustNotBeAddress,
	mustNotBePath,
	normalizeName,
	profileText,
	toPathSegment,
	validatedText,
	type TextRules,
} from '../../../../nodes/AudiencePage/fields/text';
import { formWith, outcomeOf } from '../../../support/form';

const EMAIL = 'refused: must be one email address: one @, no space, behind it a domain with a dot';
const DOMAIN =
	'refused: must be a domain such as acme.com: letters, digits and hyphens, with a dot';
const ADA = 'https://www.linkedin.com/in/ada';
const PROFILE =
	'refused: must be the address of a profile, such as https://www.linkedin.com/in/nathan-smith';
const KEBAB = 'refused: must be in letters from a to z or digits, e.g. deal-won';
const ACCOUNT = `account_${'a1'.repeat(13)}`;
const NO_ACCOUNT = 'refused: must be account_ followed by 26 lower-case letters or digits. Cure';
const ADDRESS = 'refused: must be an ID, not a web address. Enter only the ID that is in it';
const PATH = 'refused: must be an ID, not a path';

type Row = [what: string, text: string, outcome: string];
const ROWS: Array<[name: string, rules: TextRules, rows: Row[]]> = [
	[
		'Any text',
		{},
		[
			['spaces around it', ' \n a b ', 'a b'],
			['an accent', 'Jürgen', 'Jürgen'],
			[
				'another encoding',
				'J\ufffdrgen',
				'refused: must not contain \ufffd: save the file as UTF-8',
			],
		],
	],
	[
		'Name',
		{ normalize: normalizeName },
		[
			['two spaces', 'Ada  Lovelace', 'Ada Lovelace'],
			['a line break', 'Ada\u00a0\n Lovelace', 'Ada Lovelace'],
			['a comma', 'Jane Doe, PhD', 'Jane Doe, PhD'],
		],
	],
	[
		'Email',
		emailText,
		[
			['upper case', 'Ada@ACME.com', 'Ada@ACME.com'],
			['several dots', "o'neill+crm@mail.acme.co.uk", "o'neill+crm@mail.acme.co.uk"],
			['mailto', 'mailto:ada@acme.com', 'ada@acme.com'],
			['mailto with a subject', 'MAILTO:ada@acme.com?subject=Hi', 'ada@acme.com'],
			['mailto with spaces', 'mailto: ada@acme.com ', 'ada@acme.com'],
			['a name', 'Ada Lovelace <ada@acme.com>', 'ada@acme.com'],
			['a name, and spaces', 'Ada Lovelace < ada@acme.com >', 'ada@acme.com'],
			['brackets and mailto', '<mailto:ada@acme.com>', 'ada@acme.com'],
			['text behind the brackets', 'Ada <ada@acme.com> Lovelace', EMAIL],
			['no @', 'ada', EMAIL],
			['nothing before the @', '@acme.com', EMAIL],
			['no dot', 'ada@acme', EMAIL],
			['a dot at the end', 'ada@acme.com.', EMAIL],
			['two addresses', 'ada@acme.com, bob@acme.com', EMAIL],
			['two @', 'ada@acme.com@acme.com', EMAIL],
			['a space', 'ada @acme.com', EMAIL],
			['a space behind the @', 'ada@ acme.com', EMAIL],
			['a semicolon', 'ada@acme.com;', EMAIL],
			['an invisible character', '\u200bada@acme.com', EMAIL],
		],
	],
	[
		'Domain',
		domainText,
		[
			['a domain', 'acme.com', 'acme.com'],
			['several dots', 'WWW.acme.co.uk', 'acme.co.uk'],
			['a web address', 'https://www.Acme.com/about?a=b#c', 'acme.com'],
			['a port', 'http://acme.com:8080', 'acme.com'],
			['a query', 'acme.com?a=b', 'acme.com'],
			['a fragment', 'acme.com#about\nus', 'acme.com'],
			['www within', 'my.www.acme.com', 'my.www.acme.com'],
			['an address within', 'acme.com/http://other.com', 'acme.com'],
			['another alphabet', 'münchen.de', 'münchen.de'],
			['a combined character', 'mu\u0308nchen.de', 'mu\u0308nchen.de'],
			['digits, hyphen and underscore', '1-a_b.acme', '1-a_b.acme'],
			['all of them behind a dot', 'a.1-mu\u0308_b.com', 'a.1-mu\u0308_b.com'],
			['no dot', 'Acme', DOMAIN],
			['a dot at the end', 'n.a.', DOMAIN],
			['a dot at the beginning', '.com', DOMAIN],
			['a space', 'Acme Inc.com', DOMAIN],
			['an @', 'ada@acme.com', DOMAIN],
			['two domains', 'acme.com, acme.de', DOMAIN],
		],
	],
	[
		'LinkedIn profile',
		profileText,
		[
			['the address', ADA, ADA],
			['no scheme', 'www.linkedin.com/in/ada', ADA],
			['no www', 'linkedin.com/in/ada', ADA],
			['http, upper case and a slash', 'http://www.LinkedIn.com/in/ada/', ADA],
			['a country and a query', 'https://de.linkedin.com/in/ada?trk=people', ADA],
			['a fragment', `${ADA}#about`, ADA],
			['a path below', `${ADA}/overlay/contact-info/`, ADA],
			[
				'upper case in the name',
				'linkedin.com/in/ACoAAA1b',
				`https://www.linkedin.com/in/ACoAAA1b`,
			],
			['a company', 'https://www.linkedin.com/company/acme', PROFILE],
			['no name', 'https://www.linkedin.com/in/', PROFILE],
			['a space', `${ADA} lovelace`, PROFILE],
			['another host', 'https://linkedin.com.evil.example/in/ada', PROFILE],
			['another ending', 'https://linkedinxcom/in/ada', PROFILE],
			['a host that ends so', 'https://evil-linkedin.com/in/ada', PROFILE],
			['its address in another', 'https://example.com/linkedin.com/in/ada', PROFILE],
			['another scheme', 'ftp://linkedin.com/in/ada', PROFILE],
			['a name alone', 'ada', PROFILE],
		],
	],
	[
		'Source and Type',
		kebabCase,
		[
			['upper case', 'HubSpot', 'hubspot'],
			['a space', 'Deal Won', 'deal-won'],
			['digits and a hyphen', 'deal-2', 'deal-2'],
			['accents and signs', ' ¡Début & Fin! ', 'debut-fin'],
			['no letter', '契約', KEBAB],
			['100 characters', 'x'.repeat(100), 'x'.repeat(100)],
			['101 characters', 'x'.repeat(101), 'refused: must be 1 to 100 characters long, but has 101'],
		],
	],
	[
		'Length',
		{ rules: [mustHaveLength(2, 3)] },
		[
			['as many as it must have', '😀😀', '😀😀'],
			['as many as it may have', 'abc', 'abc'],
			['too few', 'a', 'refused: must be 2 to 3 characters long, but has 1'],
			['too many', 'abcd', 'refused: must be 2 to 3 characters long, but has 4'],
		],
	],
	[
		'Account ID',
		{ rules: [mustBeAccountId('Cure')] },
		[
			['letters and digits', ACCOUNT, ACCOUNT],
			['a domain', 'acme.com', NO_ACCOUNT],
			['one character less', ACCOUNT.slice(0, -1), NO_ACCOUNT],
			['one character more', `${ACCOUNT}a`, NO_ACCOUNT],
			['text before it', `x${ACCOUNT}`, NO_ACCOUNT],
			['upper case', ACCOUNT.replace('a1', 'A1'), NO_ACCOUNT],
		],
	],
	[
		'ID',
		{ rules: [mustNotBePath, mustNotBeAddress] },
		[
			['dots within', 'a..b', 'a..b'],
			['a slash', 'a/b', 'a/b'],
			['a dot', '.', PATH],
			['two dots', '..', PATH],
			['two dots between slashes', 'a/../b', PATH],
			['two dots behind a backslash', 'a\\..', PATH],
			['an address', 'https://app.example/pages/p1', ADDRESS],
			['an address in upper case', 'HTTP://app.example', ADDRESS],
			['an address within', 'p1 (http://app.example)', 'p1 (http://app.example)'],
		],
	],
];

describe.each(ROWS)('%s', (_name, rules, rows) => {
	test.each(rows)('with %s: %j becomes %j', (_what, text, outcome) => {
		expect(outcomeOf(text, rules)).toBe(outcome);
	});
});

const FIELD: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: '',
};
const OPTIONS = [
	{ name: 'A', value: 'a' },
	{ name: 'One', value: 1 },
];

const read = (value: unknown, field: INodeProperties = FIELD) =>
	validatedText(formWith({}), field, value as string, {});

test('A number is sent as text, and an empty value is not', () => {
	expect([0, ' ', null].map((value) => read(value))).toEqual(['0', undefined, undefined]);
});

test.each<[what: string, value: unknown, shown: string]>([
	['a list', ['a'], ''],
	['true', true, ' (got true)'],
	['not a number', NaN, ' (got NaN)'],
])('%s is no text', (_what, value, shown) => {
	expect(() => read(value)).toThrow(`Type must be text: use one value${shown}`);
});

test('A field must have a value if it is required, and one of its options if it has any', () => {
	const field = { ...FIELD, required: true, options: OPTIONS };
	expect(['a', '1'].map((value) => read(value, field))).toEqual(['a', '1']);
	expect(() => read('A', field)).toThrow('Type must be a or 1 (got "A")');
	expect(() => read('', field)).toThrow('Type must not be empty');
});

test.each([
	['an ID', 'p1', 'p1'],
	['signs of a URL', 'a/b?c', 'a%2Fb%3Fc'],
	['nothing', '', undefined],
	['a path', '..', undefined],
	['a number', 7, undefined],
])('A segment of a path from %s', (_what, id, segment) => {
	expect(toPathSegment(id)).toBe(segment);
});
