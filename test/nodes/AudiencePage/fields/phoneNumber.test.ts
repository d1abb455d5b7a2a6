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
	KEEPS_ZERO,
	normalizePhoneNumber,
	NOT_DIALED_WITH_ZERO,
	phoneText,
} from '../../../../nodes/AudiencePage/fields/phoneNumber';
import { randomFrom } from '../../../service/random';
import { outcomeOf } from '../../../support/form';

/** What a person has. Others, such as those of premium rate, are nobody's. */
const TYPES = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** A number of the country; none if the digits are no number of a person there. */
function numberOf(country: CountryCode, digits: string): PhoneNumber[] {
	const number = parsePhoneNumberFromString(`+${getCountryCallingCode(country)}${digits}`);
	if (!number?.isValid() || number.country !== country) return [];
	const isWhole = number.nationalNumber === digits;
	return isWhole && TYPES.includes(number.getType() ?? '') ? [number] : [];
}

const random = randomFrom('phone numbers');

/** Up to 100 numbers that begin as an example does, about as long; and the example itself. */
function numbersOf(country: CountryCode): PhoneNumber[] {
	const example = examples[country];
	const numbers = numberOf(country, example);
	for (let tried = 0; tried < 400 && numbers.length < 100; tried++) {
		const digits = Array.from({ length: 15 }, () => Math.floor(random() * 10)).join('');
		const commonDigits = Math.floor(random() * 5);
		const length = example.length - 2 + Math.floor(random() * 4);
		numbers.push(...numberOf(country, (example.slice(0, commonDigits) + digits).slice(0, length)));
	}
	return numbers;
}

const NUMBERS = getCountries().flatMap(numbersOf);
const codeOf = ({ countryCallingCode }: PhoneNumber) => `+${countryCallingCode}`;

test('There are numbers of more than 40 countries', () => {
	expect(new Set(NUMBERS.map(({ country }) => country)).size).toBeGreaterThan(40);
	expect(NUMBERS.length).toBeGreaterThan(5_000);
});

/** How people write numbers with their country code. */
const WITH_CODE: Record<string, (number: PhoneNumber) => string> = {
	digits: ({ number }) => number,
	spaces: (number) => number.formatInternational(),
	hyphens: (number) => number.formatInternational().replaceAll(' ', '-'),
	dots: (number) => number.formatInternational().replaceAll(' ', '.'),
	slash: (number) => number.formatInternational().replace(/(?<= \d+) /, '/'),
	brackets: (number) => number.formatInternational().replace(/ (\d+)/, ' ($1)'),
	'00 for +': (number) => number.formatInternational().replace('+', '00'),
};
const WITH_ZERO: Record<string, (number: PhoneNumber) => string> = {
	'(0)': (number) => number.formatInternational().replace(' ', ' (0)'),
	'0': (number) => number.formatInternational().replace(' ', ' 0'),
	'0 in brackets': (number) => number.formatInternational().replace(/ (\d+)/, ' (0$1)'),
};

test.each(Object.entries({ ...WITH_CODE, ...WITH_ZERO }))(
	'With a country code, in %s',
	(form, write) => {
		// There, a 0 is a part of the number.
		const numbers = NUMBERS.filter(
			(number) => !(form in WITH_ZERO && KEEPS_ZERO.includes(codeOf(number))),
		);
		const wrong = numbers.filter((number) => normalizePhoneNumber(write(number)) !== number.number);
		expect(wrong.map(write)).toEqual([]);
	},
);

/** What people dial before a number within their country: what libphonenumber reads as such. */
const PREFIXES = ['', '0', '1', '8', '01', '02', '06'];

/** The writings of each number without its country code. */
const WITHOUT_CODE = NUMBERS.map((number) => {
	const { country, nationalNumber } = number;
	const dialed = PREFIXES.map((prefix) => prefix + nationalNumber).filter(
		(text) => parsePhoneNumberFromString(text, country)?.number === number.number,
	);
	return { number, texts: [number.formatNational(), ...dialed] };
});

/** The country codes with which a number is sent that is another one. */
function codesMadeWrong(complete: (text: string, code: string) => string): string[] {
	const wrong = WITHOUT_CODE.filter(({ number, texts }) =>
		texts.some((text) => {
			const completed = complete(text, codeOf(number));
			const isSent = phoneText.rules?.[0]?.(completed) === undefined;
			return isSent && completed !== number.number;
		}),
	);
	return [...new Set(wrong.map(({ number }) => codeOf(number)))].sort();
}

test('Without a code, what is sent with the option is right, or it is refused', () => {
	expect(codesMadeWrong(normalizePhoneNumber)).toEqual([]);
});

test('The codes that are refused are those whose numbers the rule would make wrong', () => {
	const byRule = (text: string, code: string) => {
		const digits = text.replace(/\D/g, '');
		if (code === '+1') return code + digits.replace(/^1/, '');
		return digits.startsWith(code.slice(1)) ? 'refused' : code + digits.replace(/^0/, '');
	};
	expect(codesMadeWrong(byRule)).toEqual([...KEEPS_ZERO, ...NOT_DIALED_WITH_ZERO].sort());
});

const NO_NUMBER = 'refused: must be + and 4 to 15 digits, e.g. +4930123456';

test.each<[form: string, text: string, code: string, outcome: string]>([
	['one leading 0', '030 123456', '+49', '+4930123456'],
	['no leading 0', '30 123456', '+49', '+4930123456'],
	['brackets and hyphens', '(030) 12–34-56', '+49', '+4930123456'],
	['slash and dots', '030/12.34.56', '+49', '+4930123456'],
	['a leading 1 in North America', '1 415 555 0132', '+1', '+14155550132'],
	['no leading 1 in North America', '(415) 555-0132', '+1', '+14155550132'],
	['another country code', '+44 20 7946 0018', '+49', '+442079460018'],
	['00 and spaces', '00 49 (0)30 123456', '', '+4930123456'],
	['0 behind the code', '+49 0171 5550001', '', '+491715550001'],
	['0 in brackets with digits', '+49 (0171) 5550001', '', '+491715550001'],
	['0 behind a slash', '+49/030 123456', '', '+4930123456'],
	['0 behind a dot', '+49.030.123456', '', '+4930123456'],
	['0 behind a hyphen', '+49-030-123456', '', '+4930123456'],
	['0 that is a part of the number', '+39 06 1234567', '', '+39061234567'],
	['0 that is no prefix', '+49 30 012345', '', '+4930012345'],
	['invisible marks', '\u202a+49 171 5550001\u202c', '', '+491715550001'],
	['4 digits', '+4930', '', '+4930'],
	['15 digits', '+493012345678901', '', '+493012345678901'],
	['3 digits', '+493', '', NO_NUMBER],
	['16 digits', '+4930123456789012', '', NO_NUMBER],
	['a code that begins with 0', '+049 30 123456', '', NO_NUMBER],
	['a number that begins with 0 in North America', '011 49 30 123456', '+1', NO_NUMBER],
	['a number that begins with 1 in North America', '+1 1415 555 0132', '', NO_NUMBER],
	['an extension', '030 123456 ext. 5', '+49', NO_NUMBER],
	['two numbers', '030 123456 / 0171 5550001', '+49', NO_NUMBER],
	['a number as a spreadsheet shortens it', '4.93E+11', '+49', NO_NUMBER],
	['no +', '4930123456', '+49', 'refused: begins with +49, but without its +. Write the +'],
	[
		'no code',
		'030 123456',
		'',
		'refused: has no country code. Write it as +4930123456, or set Options > Phone Country Code',
	],
	[
		'no code where numbers keep their 0',
		'06 1234567',
		'+39',
		'refused: has no country code, which +39 needs: numbers there keep their 0',
	],
	[
		'no code where another prefix is dialed',
		'06 1 234 5678',
		'+36',
		'refused: has no country code, which +36 needs: people there do not dial 0 before it',
	],
])('A number with %s: %j with %j', (_form, text, code, outcome) => {
	expect(outcomeOf(text, phoneText, { 'options.phoneCountryCode': code })).toBe(outcome);
});

test.each(['49', '0049', 'Germany', '+0', '+4930', '+4a', '+49 +43'])(
	'The option %j is refused',
	(code) => {
		const outcome = outcomeOf('030 123456', phoneText, { 'options.phoneCountryCode': code });
		expect(outcome).toBe('refused: Phone Country Code must be + and 1 to 3 digits, e.g. +49');
	},
);

test('The options +1, +49 and +353 are taken', () => {
	const sent = ['+1', '+49', '+353'].map((code) =>
		outcomeOf('0151234567', phoneText, { 'options.phoneCountryCode': code }),
	);
	expect(sent).toEqual([NO_NUMBER, '+49151234567', '+353151234567']);
});
