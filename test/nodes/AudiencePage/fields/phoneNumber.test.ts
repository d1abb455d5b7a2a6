/**
 * The judge of phone numbers is libphonenumber: with a country code, what is sent is what it says;
 * without one, what is sent is right, or it is refused.
 */
import examples from 'libphonenumber-js/examples.mobile.json';
import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import {
	normalizePhoneNumber,
	NOT_COMPLETED,
	phoneText,
} from '../../../../nodes/AudiencePage/fields/phoneNumber';
import { formWith } from '../../../support/form';
import { randomFrom } from '../../../service/random';

const isNumber = (text: string): boolean => /^\+(?!1[01])[1-9]\d{3,14}$/.test(text);

/** What a person has. Others, such as those of premium rate, are nobody's. */
const TYPES = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'];

const codeOf = (country: CountryCode) => `+${getCountryCallingCode(country)}`;

/** A number of the country; none if the digits are no number of a person there. */
function numberOf(country: CountryCode, digits: string): PhoneNumber[] {
	const number = parsePhoneNumberFromString(codeOf(country) + digits);
	if (!number?.isValid() || number.country !== country) return [];
	const isWhole = number.nationalNumber === digits;
	return isWhole && TYPES.includes(number.getType() ?? '') ? [number] : [];
}

const random = randomFrom('phone numbers');

/** Numbers that begin as an example does, about as long, and the example itself. */
function numbersOf(country: CountryCode): PhoneNumber[] {
	const example = examples[country];
	const varied = Array.from({ length: 400 }, () => {
		const digits = Array.from({ length: 15 }, () => Math.floor(random() * 10)).join('');
		const kept = Math.floor(random() * 5);
		const length = example.length - 2 + Math.floor(random() * 4);
		return (example.slice(0, kept) + digits).slice(0, length);
	});
	return [example, ...varied].flatMap((digits) => numberOf(country, digits)).slice(0, 60);
}

const NUMBERS = getCountries().flatMap(numbersOf);

/** How people write numbers with their country code. */
const WITH_CODE: Record<string, (number: PhoneNumber) => string> = {
	digits: ({ number }) => number,
	spaces: (number) => number.formatInternational(),
	hyphens: (number) => number.formatInternational().replaceAll(' ', '-'),
	dots: (number) => number.formatInternational().replaceAll(' ', '.'),
	slash: (number) => number.formatInternational().replace(/(?<= \d+) /, '/'),
	brackets: (number) => number.formatInternational().replace(/ (\d+)/, ' ($1)'),
	'with 00': (number) => number.formatInternational().replace('+', '00'),
	'with (0)': (number) => number.formatInternational().replace(' ', ' (0)'),
	'with 0': (number) => number.formatInternational().replace(' ', ' 0'),
	'with 0 and brackets': (number) => number.formatInternational().replace(/ (\d+)/, ' (0$1)'),
};

test('There are numbers of more than 40 countries', () => {
	expect(new Set(NUMBERS.map(({ country }) => country)).size).toBeGreaterThan(40);
	expect(NUMBERS.length).toBeGreaterThan(5_000);
});

test.each(Object.entries(WITH_CODE))('With a country code, in %s', (form, write) => {
	const wrong = NUMBERS.filter((number) => {
		const sent = normalizePhoneNumber(write(number));
		if (sent === number.number) return false;
		// There, a 0 may be a part of the number.
		const keepsZero = NOT_COMPLETED.get(`+${number.countryCallingCode}`)?.includes('their 0');
		return !(form.startsWith('with ') && keepsZero && (form !== 'with (0)' || !isNumber(sent)));
	});
	expect(wrong.map(write)).toEqual([]);
});

/** What people dial before a number within their country: what libphonenumber reads as such. */
const PREFIXES = ['', '0', '1', '8', '01', '02', '06'];

/** The writings of a number without its country code. */
function withoutCode(number: PhoneNumber): string[] {
	const { country, nationalNumber } = number;
	const dialed = PREFIXES.map((prefix) => prefix + nationalNumber).filter(
		(text) => parsePhoneNumberFromString(text, country)?.number === number.number,
	);
	return [number.formatNational(), ...dialed];
}

test('Without a code, what is sent with the option is right, or it is refused', () => {
	const wrong = NUMBERS.flatMap((number) =>
		withoutCode(number).filter((written) => {
			const sent = normalizePhoneNumber(written, `+${number.countryCallingCode}`);
			return isNumber(sent) && sent !== number.number;
		}),
	);
	expect(wrong).toEqual([]);
});

test('The codes that are refused are those whose numbers the rule would make wrong', () => {
	const byRule = (written: string, code: string) => {
		const digits = written.replace(/\D/g, '');
		if (code === '+1') return code + digits.replace(/^1/, '');
		return digits.startsWith(code.slice(1)) ? undefined : code + digits.replace(/^0/, '');
	};
	const wrong = NUMBERS.filter((number) =>
		withoutCode(number).some((written) => {
			const made = byRule(written, `+${number.countryCallingCode}`);
			return made !== undefined && isNumber(made) && made !== number.number;
		}),
	);
	const codes = new Set(wrong.map(({ countryCallingCode }) => `+${countryCallingCode}`));
	expect([...codes].sort()).toEqual([...NOT_COMPLETED.keys()].sort());
});

test('Most numbers without a code are sent with the option', () => {
	const completed = NUMBERS.filter((n) => !NOT_COMPLETED.has(`+${n.countryCallingCode}`));
	const sent = completed.filter((number) => {
		const text = normalizePhoneNumber(number.formatNational(), `+${number.countryCallingCode}`);
		return text === number.number;
	});
	expect(sent.length / completed.length).toBeGreaterThan(0.95);
});

const refusal = (words: string) => expect.stringContaining(words) as string;

test.each([
	['030 123456', '+49', '+4930123456'],
	['(030) 12 34-56', '+49', '+4930123456'],
	['030/123456', '+49', '+4930123456'],
	['(415) 555-0132', '+1', '+14155550132'],
	['0049 (0)30 123456', '', '+4930123456'],
	['+44 20 7946 0018', '+49', '+442079460018'],
	['030 123456', '', refusal('has no country code. Write it as +4930123456, or set Options >')],
	['1 415 555 0132', '+1', '+14155550132'],
	['011 49 30 123456', '+1', refusal('must be + and 4 to 15 digits')],
	['+49 0171 5550001', '', '+491715550001'],
	['+49 (0171) 5550001', '', '+491715550001'],
	['+39 06 1234567', '', '+39061234567'],
	['\u202a+49 171 5550001\u202c', '', '+491715550001'],
	['4930123456', '+49', refusal('begins with +49, but without its +')],
	[
		'06 1234567',
		'+39',
		refusal('has no country code, which +39 needs: numbers there keep their 0'),
	],
	['+39 (0)6 1234567', '', refusal('must not have (0), which may be a part of it')],
	['030 123456 ext. 5', '+49', refusal('must be + and 4 to 15 digits, e.g. +4930123456')],
	['030 123456 / 0171 5550001', '+49', refusal('must be + and 4 to 15 digits')],
	['+49', '', refusal('must be + and 4 to 15 digits')],
	['4.93E+11', '+49', refusal('must be + and 4 to 15 digits')],
])('%j with Phone Country Code %j: %j', (written, code, outcome) => {
	const context = formWith({ 'options.phoneCountryCode': code });
	const text = phoneText.normalize!(written, context);
	expect(phoneText.rules![0]!(text, context) ?? text).toEqual(outcome);
});

test.each(['49', '0049', 'Germany', '+0', '+49301'])('The option %j is refused', (code) => {
	const context = formWith({ 'options.phoneCountryCode': code });
	expect(() => phoneText.normalize!('030 123456', context)).toThrow(
		'Phone Country Code must be + and 1 to 3 digits, e.g. +49',
	);
});
