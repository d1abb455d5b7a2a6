/**
 * The judge of phone numbers is libphonenumber: what is sent is the number that was meant, or it is
 * refused.
 */
import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import { normalizePhoneNumber } from '../../../../nodes/AudiencePage/fields/phoneNumber';
import { phoneNumberPattern } from '../../../../nodes/AudiencePage/fields/text';

const CHOSEN =
	'US CA GB DE FR IT ES NL BE AT CH IE PT SE NO DK FI PL CZ HU RO GR LT UA RU KZ TR IL AE SA ZA NG EG KE IN CN JP KR SG HK AU NZ ID BR MX AR CL CO SM CI LV SI HR RS TW PH VN PK LU';
const COUNTRIES = getCountries().filter((country) => CHOSEN.includes(country));

/** What a person has. Others, such as those of premium rate, are nobody's. */
const TYPES = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Shorter and longer ones that libphonenumber takes do not exist: the numbering plans have so many
 * digits.
 */
const DIGITS: Partial<Record<CountryCode, [min: number, max: number]>> = {
	AT: [4, 12],
	DE: [5, 11],
	IT: [6, 10],
	PL: [9, 9],
	ZA: [9, 9],
};

/** A number of the country; undefined if the digits are none. */
function numberOf(country: CountryCode, digits: string): PhoneNumber | undefined {
	const number = parsePhoneNumberFromString(`+${getCountryCallingCode(country)}${digits}`);
	const isOfCountry = number?.isValid() === true && number.country === country;
	const [min, max] = DIGITS[country] ?? [1, 15];
	const isWhole = number?.nationalNumber === digits && digits.length >= min && digits.length <= max;
	return isOfCountry && isWhole && TYPES.includes(number.getType() ?? '') ? number : undefined;
}

/**
 * Digits that begin as an example does, or anyhow, as long as it is, or a little shorter or longer.
 */
const numbers = (countries: CountryCode[]): fc.Arbitrary<PhoneNumber> =>
	fc
		.record({
			country: fc.constantFrom(...countries),
			kept: fc.nat(4),
			longer: fc.integer({ min: -2, max: 1 }),
			digits: fc.stringMatching(/^\d{15}$/),
		})
		.map(({ country, kept, longer, digits }) => {
			const example = examples[country];
			return numberOf(country, (example.slice(0, kept) + digits).slice(0, example.length + longer));
		})
		.filter((number) => number !== undefined);

type Written = (number: PhoneNumber, separator: string) => string;

const separated = (text: string, separator: string): string => text.replace(/[ -]+/g, separator);

/** What nobody needs to refuse. */
const CLEAR: Record<string, Written> = {
	'RFC 3966': (number) => number.getURI(),
	international: (number) => number.formatInternational(),
	'international, with other separators': (number, separator) =>
		separated(number.formatInternational(), separator),
	national: (number) => number.formatNational(),
	'national, with other separators': (number, separator) =>
		separated(number.formatNational(), separator),
	'without the +': (number, separator) =>
		separated(number.formatInternational().slice(1), separator),
};

/** What may be unclear. */
const UNCLEAR: Record<string, Written> = {
	'with 00': ({ number }) => number.replace('+', '00'),
	'national digits': (number) => number.formatNational().replace(/\D/g, ''),
	'a number without its first 0': (number) =>
		String(Number(number.formatNational().replace(/\D/g, ''))),
};

const isRefused = (text: string): boolean => phoneNumberPattern(text) !== undefined;

const separators = fc.constantFrom(' ', '-', '.', '', '  ', '\u00a0', '\u2011', ' - ');

test.each(Object.entries({ ...CLEAR, ...UNCLEAR }))(
	'%s: the number that was meant, or none',
	(_form, write) => {
		fc.assert(
			fc.property(numbers(COUNTRIES), separators, (number, separator) => {
				const written = write(number, separator);
				const sent = normalizePhoneNumber(written, number.countryCallingCode);
				expect(sent).toBe(isRefused(sent) ? written.trim() : number.number);
			}),
			{ numRuns: 1_000, seed: 1 },
		);
	},
);

test('With the country code of another country, an international number is read the same', () => {
	fc.assert(
		fc.property(
			numbers(COUNTRIES),
			fc.constantFrom(...COUNTRIES),
			separators,
			(number, other, separator) => {
				const written = separated(number.formatInternational(), separator);
				const own = normalizePhoneNumber(written);
				expect(normalizePhoneNumber(written, getCountryCallingCode(other))).toBe(own);
				expect(isRefused(own) ? number.number : own).toBe(number.number);
			},
		),
		{ numRuns: 1_000, seed: 1 },
	);
});

test('Two numbers of a country in one cell are not sent as one', () => {
	const between = fc.constantFrom(' ', ' / ', '/', ' - ', ', ', '; ', ' or ', ' ::: ', '\n');
	const countries = fc
		.constantFrom(...COUNTRIES)
		.chain((country) => fc.tuple(numbers([country]), numbers([country]), between));
	fc.assert(
		fc.property(
			countries,
			fc.constantFrom('national', 'international'),
			([one, other, between], form) => {
				const written = [one, other].map((number) => CLEAR[form]!(number, ' ')).join(between);
				expect(isRefused(normalizePhoneNumber(written, one.countryCallingCode))).toBe(true);
			},
		),
		{ numRuns: 2_000, seed: 1 },
	);
});

const SAMPLE = fc.sample(numbers(COUNTRIES), { numRuns: 4_000, seed: 1 });

/**
 * What is certain in national form: no mobile number of Argentina, none of Italy with 390, none
 * without area code.
 */
const isCertain = (number: PhoneNumber): boolean => {
	const { country, nationalNumber } = number;
	if (country === 'AR') return number.getType() === 'FIXED_LINE';
	if (country === 'IT') return !nationalNumber.startsWith('390');
	return (
		!(country === 'DE' || country === 'CO') || /^\D*0|^\d{3} \d{7}$/.test(number.formatNational())
	);
};

test.each(Object.entries(CLEAR))('%s: none is refused', (form, write) => {
	const sample = form.startsWith('national') ? SAMPLE.filter(isCertain) : SAMPLE;
	const written = sample.map((one) => [write(one, '-'), one.countryCallingCode] as const);
	expect(written.filter((one) => isRefused(normalizePhoneNumber(...one)))).toEqual([]);
});

/** Where landlines that begin alike have many lengths. Mobile numbers do so nowhere. */
const LANDLINES_VARY = 'AT CN DE FI GB ID IE KE SE TW';

test('A digit too few or too many is refused', () => {
	const sent = SAMPLE.filter(
		(one) => one.getType() === 'MOBILE' || !LANDLINES_VARY.includes(one.country!),
	)
		.flatMap(({ number }) => [number.slice(0, -1), `${number}7`])
		.filter((one) => parsePhoneNumberFromString(one)?.isValid() === false)
		.filter((one) => !isRefused(normalizePhoneNumber(one.replace('+', '+ '))));
	expect(sent).toEqual([]);
});

test.each(getCountries())('%s: an example is read in each form, or not at all', (country) => {
	const number = numberOf(country, examples[country]);
	if (number === undefined) return;
	expect(normalizePhoneNumber(number.formatInternational())).toBe(number.number);
	const sent = normalizePhoneNumber(number.formatNational(), number.countryCallingCode);
	expect([number.number, number.formatNational()]).toContain(sent);
});

test.each([
	'0'.repeat(100_000),
	'(0)'.repeat(50_000),
	`0${' - 1'.repeat(100_000)}`,
	`030${'/'.repeat(1_000_000)}1`,
])('A long text comes to an end', (text) => {
	for (const code of ['', '49', '39', '375'])
		expect(isRefused(normalizePhoneNumber(text, code))).toBe(true);
});
