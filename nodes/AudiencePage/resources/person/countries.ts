import type { GenericValue } from 'n8n-workflow';

import { callingCodeOf } from '../../fields/phoneNumber';
import type { Rule } from '../../fields/text';
import { isPlaceholder } from './cells';
import { keyOf, type Column } from './headers';

/** A column with the country of the person, in the languages of callingCodes.json. */
const OWN_COUNTRY =
	/^(?:contact|person|work|business|primary|mailing|home|phone)*(?:country|ctry|(?:wohn)?l[aä]nd(?:er|es)?|staat|nation|pays|pa[ií]s|paese|nazione|kraj|země|lkz)(?:(?:ou)?r[eé]gions?|iso|schlüssel|bezeichnung|code|name|calling|dial(?:ing)?|prefix|vorwahl|kennzeichen|kürzel|kennung|geschäftlich|privat)*$/;
/** With another country, which counts if the person has none: of the company, for instance. A Region may be a state's code, or Georgia. */
const ANY_COUNTRY =
	/^(?!.*(?:birth|citizen|origin|manager|director|owner|lead|head|sales|interest|target|previous|destination|bundesl|landes|sprach|geburt|herkunft|naissance|nacimiento|nascita|urodzenia|pochodzenia|herkomst|landing|landline)).*(?:country|l[aä]nd|pays|pa[ií]s|paese|nazione|kraj|země)|^(?:cc|iso|(?:ziel)?markt)\n|^(?:region|market|location|standort|(?:unternehmens|firmen)?sitz|territory|gebiet)\n(?!georgia$).{4,}$/i;

/** Without a +, as Excel leaves it, only where nothing else is meant. */
const DIAL_CODE =
	/(?:code|prefix|vorwahl).*: \D{0,5}\+ ?\d{1,3}\D*$|(?:(?:dial|calling|isd|internat|intl|country|ctry|länder|landes|phone|mobil|\bcell|\btel).*(?:code|prefix|vorwahl|country|\bcc).*|^(?:cc|prefix)|\bisd): (?:00 ?)?[1-9]\d{0,2}$|^vorwahl: 00 ?[1-9]\d{0,2}$/i;

const isOwn = ([column, cell]: Column) =>
	OWN_COUNTRY.test(keyOf(column))
		? !isPlaceholder(cell, '')
		: DIAL_CODE.test(`${column}: ${String(cell as string).trim()}`.slice(0, 60));

/** Not No, which answers a question, nor Si. */
const COUNTRY = /^(?!\W*[Nn]\W+[Aa]\W*$|[Nn]o$|[Ss][iì]$).*\p{L}.*\p{L}|^\+\d/u;

const isAny = ([column, cell]: Column) => {
	const text = `${column.normalize('NFC').replace(/\s+/g, ' ').trim()}\n${String(cell as string).trim()}`;
	return COUNTRY.test(String(cell as string)) && ANY_COUNTRY.test(text) && !!callingCodeOf(cell);
};

/** Refuses a phone number that has got another country calling code than that of the country of its item. */
export function notOfCountry(columns: Column[], value: GenericValue): Rule {
	if (/\+|^\D*00/.test(String(value as string))) return () => undefined;
	const digits = String(value as string).replace(/\D/g, '');
	const own = columns.filter(isOwn);
	const countries = own.length > 0 ? own : columns.filter(isAny);
	return (text) => {
		const [column, country] = countries.find(([, its]) => !text.startsWith(`+${callingCodeOf(its)}`)) ?? [];
		if (column === undefined || !text.startsWith('+') || text.length < digits.length) return undefined;
		const code = callingCodeOf(country);
		const otherwise = 'Correct it, rename the column if it has none, or write the number with its code';
		const cure = code ? `Write it with +${code}, and with spaces, so that Excel keeps the +` : otherwise;
		return `has no country code, and ${JSON.stringify(column)} is ${String(country as string)}. ${cure}`;
	};
}
