import { structuredField } from './structured';

/** The lists of a page. */
export const pageLists = ['actions', 'actionCardWidgets', 'footerLinks', 'scripts'].map((name) =>
	structuredField(`updateFields.${name}`),
);
