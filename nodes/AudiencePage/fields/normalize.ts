import { INVISIBLE } from '../shared/values';

/**
 * Rewrites a text, as people paste it, to the form that the service takes. A text that it cannot read stays as it is:
 * the rules of the field, or the service, decide about it.
 */
export type Normalize = (text: string) => string;

const INVISIBLE_CHARACTERS = new RegExp(`[${INVISIBLE}]`, 'g');

/** @returns the text without them, and without spaces around it */
export const removeInvisible: Normalize = (text) => text.replace(INVISIBLE_CHARACTERS, '').trim();

/** A letter in lower case, unless that takes more than one, as of the Turkish İ. */
const lowerCase = (letter: string): string => {
	const lower = letter.toLowerCase();
	return lower.length === letter.length ? lower : letter;
};

/** `www.` before a domain that somebody can own: not before `com`, nor before `co.uk` and its like. */
const WWW = /^www\.(?!(?:ac|co|com|edu|gob|gov|net|or|org)\.[a-z]{2}$)(?=[^.]+\.)/;

/** The domain in a web address, in lower case and without `www.`; a text without a domain stays as it is. */
export const normalizeDomain: Normalize = (text) => {
	const address = removeInvisible(text);
	const [, host = ''] =
		/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?|\/\/)?([^/?#\\:@\s]+?)\.?(?::\d*)?(?:[/?#].*)?$/is.exec(
			address,
		) ?? [];
	const name = [...host].map(lowerCase).join('');
	if (!/[^.]\.[^.]/.test(name)) return address;
	return name.replace(WWW, '');
};

/**
 * The email address in a link, or behind a name as mail programs write it, without what separated it from the next one.
 * Its case stays: what stands before the @ is the recipient's.
 */
export const normalizeEmail: Normalize = (text) => {
	const written = removeInvisible(text).replace(/(?<![\s,;.])[\s,;.]+$/, '');
	const [, inBrackets] = /^[^<>]*<([^<>]*)>$/.exec(written) ?? [];
	const address = (inBrackets ?? written).trim().replace(/^mailto:([^?]*).*$/is, '$1');
	return address.replace(/^(['"])(.*)\1$/s, '$2').trim();
};

/** A name without what came along from a table: spaces of other kinds, and more than one side by side. */
export const normalizeName: Normalize = (text) => removeInvisible(text).replace(/\s+/g, ' ');

/** A profile's address, on the site of any country or device, and whatever follows the profile's own name. */
const LINKEDIN_ADDRESS =
	/^(?:(?:https?:)?\/\/)?(?:[a-z]{1,6}\.)?linkedin\.com\/(?:mwlite\/)?in\/([^/?#\s]+)(?:[/?#]\S*)?$/i;

/** What LinkedIn and tools that read it use instead of a name: only in it do upper and lower case differ. */
const LINKEDIN_MEMBER_ID = /^AC[a-z]A[\w-]{30,}$/i;

/** The address of a LinkedIn profile in the one form that LinkedIn itself shows; any other text stays as it is. */
export const normalizeLinkedinProfileUrl: Normalize = (text) => {
	const address = removeInvisible(text);
	const [, segment] = LINKEDIN_ADDRESS.exec(address.replace(/^<|(?<![,;.)>])[,;.)>]+$/g, '')) ?? [];
	if (segment === undefined) return address;
	try {
		const name = decodeURIComponent(segment).normalize('NFC');
		const unique = LINKEDIN_MEMBER_ID.test(name) ? name : name.toLowerCase();
		return `https://www.linkedin.com/in/${encodeURIComponent(unique)}`;
	} catch {
		// It has a % that encodes nothing, or half a character.
		return address;
	}
};
