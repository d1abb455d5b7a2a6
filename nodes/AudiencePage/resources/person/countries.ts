import type { GenericValue } from 'n8n-workflow';

import { callingCodeOf } from '../../fields/phoneNumber';
import type { Rule } from '../../fields/text';
import { isPlaceholder } from './cells';
import { keyOf, placeOf, type Column } from './headers';

/** A column with the country of the person, in the languages of callingCodes.json. */
const OWN_COUNTRY =
	/^(?:contact|person|work|business|primary|mailing|home|phone)*(?:country|ctry|(?:wohn)?l[aä]nd(?:er|es)?|staat|nation|pays|pa[ií]s|paese|nazione|kraj|země|lkz)(?:(?:ou)?r[eé]gions?|iso|schlüssel|bezeichnung|code|name|calling|dial(?:ing)?|prefix|vorwahl|kennzeichen|kürzel|kennung|geschäftlich|privat)*$/;
/** Of another time, or of somebody's wish: not where the person is. A visitor's country is. */
const ELSEWHERE =
	/^(?!.*(?:attendee|visitor|besucher|teilnehm|interessent)).*(?:birth|citizen|nationalit|origin|interes|target|export|previous|preferred|desired|study|destination|event|venue|meeting|conference|issu|ziel|reise|urlaub|wunsch|gewünscht|gast(?:land|geb)|veranstaltung|messe|tagung|seminar|schulung|staatsang|staatsbürg|ursprung|sprach|language|geburt|herkunft|naissance|nacimiento|nascita|urodzenia|pochodzenia|herkomst)/i;
/** With another country, which counts if the person has none: of the company, for instance. */
const ANY_COUNTRY =
	/^(?!.*(?:manager|director|owner|sales|state|provin|kanton|bundesl|landes|landing|landline|(?:lead|head)$)).*(?:country|l[aä]nd|pays|pa[ií]s|paese|nazione|kraj|země)|^(?:cc|iso|markt)$/i;
/** With a place, behind which its country may stand, or before its postal code. */
const PLACE =
	/location|ort\b|\bort|stadt|city|town|place|region|residen|based|add?ress|anschrift|sitz|plz|post|office|quarters|niederl/i;
/** The letters of a country before its postal code. A room or a flat may be A-1010, too. */
const OF_POSTAL_CODE = /(?<=(?:plz|post|zip).*: |[,\n:] *(?=\S+ \p{L}))[A-Z]{1,2}(?=-\d{4})/iu;
/** With a city, which may be called Lebanon. */
const CITY = /\bort|stadt|city|town/i;
/** A name in full, as others are states, too, and none that is also a state or a person's. */
const COUNTRY_NAME = /^(?!(?:georgia|jordan|chad)$)(?:[\p{L} .'-]{4,}|UK|USA|UAE)$/iu;

/** Without a +, as Excel leaves it, only where nothing else is meant. */
const DIAL_CODE =
	/^(?!.*(?:area|type|status|result|sales))(?:.*(?:code|prefix|vorwahl|dial|kennz).*: \D{0,5}\+ ?\d{1,3}\D*|.*(?:(?:dial|calling|isd|internat|intl|country|ctry|länder|landes).*(?:code|prefix|vorwahl|country|kennz)|(?:phone|mobil|\bcell|\btel).*(?:code|prefix|country|\bcc)).*: (?:00 ?)?[1-9]\d{0,2}|(?:cc|prefix|isd): (?:00 ?)?[1-9]\d{0,2}|.*vorwahl: 00 ?[1-9]\d{0,2})$/i;

const isOwn = ([column, cell]: Column) =>
	OWN_COUNTRY.test(keyOf(column))
		? !isPlaceholder(cell, '')
		: DIAL_CODE.test(`${column}: ${String(cell as string).trim()}`.slice(0, 60));

/** Not No, which answers a question, nor Si. */
const COUNTRY = /^(?!\W*[Nn]\W+[Aa]\W*$|[Nn]o$|[Ss][iì]$).*\p{L}.*\p{L}|^\+\d/u;

/** The country calling code of a column that may tell where the person is. */
function codeIn([column, cell]: Column): string | undefined {
	const header = column.normalize('NFC').replace(/\s+/g, ' ').trim();
	const text = String(cell as string)
		.trim()
		.slice(0, 200);
	if (ELSEWHERE.test(header) || placeOf(column)) return undefined;
	const code = ANY_COUNTRY.test(header) && COUNTRY.test(text) ? callingCodeOf(cell) : undefined;
	const place = PLACE.test(header) ? text : '';
	const [letters] = OF_POSTAL_CODE.exec(`${header}: ${place}`) ?? [];
	const mayBeCity = CITY.test(header) && !/^(?:luxemb|singap|monaco)/i.test(text);
	const [, name = mayBeCity ? '' : text] =
		/^.*(?:[,(\n/|]|\s[-–]\s)\s*(.*?)\)?$/s.exec(place) ?? [];
	return code ?? callingCodeOf(letters ?? (COUNTRY_NAME.test(name) ? name : ''));
}

/**
 * Refuses a phone number that has got another country calling code than that of the country of its
 * item.
 */
export function notOfCountry(columns: Column[], value: GenericValue): Rule {
	if (/\+|^\D*00/.test(String(value as string))) return () => undefined;
	const digits = String(value as string).replace(/\D/g, '');
	const own = columns.filter(isOwn);
	const codeOf = own.length > 0 ? ([, cell]: Column) => callingCodeOf(cell) : codeIn;
	const countries = own.length > 0 ? own : columns.filter(codeIn);
	return (text) => {
		const other = countries.find((its) => !text.startsWith(`+${codeOf(its)}`));
		if (other === undefined || !text.startsWith('+') || text.length < digits.length)
			return undefined;
		const code = codeOf(other);
		const otherwise =
			'Correct it, rename the column if it has none, or write the number with its code';
		const cure = code
			? `Write it with +${code}, and with spaces, so that Excel keeps the +`
			: otherwise;
		return `has no country code, and ${JSON.stringify(other[0])} is ${String(other[1] as string)}. ${cure}. If the column tells another country than the number's, name it in Inputs to Ignore`;
	};
}
