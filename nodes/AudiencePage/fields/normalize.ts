/**
 * Rewrites a text, as people paste it, to the form that the service takes. A text that it cannot read stays as it is:
 * the rules of the field, or the service, decide about it.
 */
export type Normalize = (text: string) => string;

/** Characters without width that come along when text is copied: they show nothing and mean nothing. */
const INVISIBLE_CHARACTERS = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** @returns the text without spaces around it */
export const removeInvisible: Normalize = (text) => text.replace(INVISIBLE_CHARACTERS, '').trim();

/**
 * A phone number without spaces, dots, hyphens, slashes and brackets. A leading 00 becomes +, and the (0) after a country
 * code goes: it is only dialed within the country.
 */
export const normalizePhoneNumber: Normalize = (text) =>
	removeInvisible(text)
		.replace(/[\s./\p{Pd}\u2212]/gu, '')
		.replace(/^00/, '+')
		.replace(/^(\+[1-9]\d{0,2})[([]0[)\]]/, '$1')
		.replace(/[()[\]]/g, '');

/** The domain in a web address, in lower case and without `www.`; a text without a domain stays as it is. */
export const normalizeDomain: Normalize = (text) => {
	const address = removeInvisible(text);
	const [, host = ''] =
		/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?|\/\/)?([^/?#\\:@\s]+?)\.?(?::\d*)?(?:[/?#].*)?$/is.exec(
			address,
		) ?? [];
	const name = host.toLowerCase();
	if (!/[^.]\.[^.]/.test(name)) return address;
	return name.replace(/^www\.(?=[^.]+\.)/, '');
};
