/** What a URL can carry, whatever the service would say of it. */

/** A URL is written in UTF-8, which has no half of a surrogate pair. */
export const isForUrls = (text: string): boolean => Buffer.from(text).toString() === text;

/** Whether an ID leads out of its place in a path, at the latest where a server on the way decodes it. */
export const climbs = (id: string): boolean =>
	id.split(/[/\\]/).some((piece) => piece === '.' || piece === '..');
