import { pageId } from '../../fields/ids';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import { sameNamed, simplified, simplify } from '../../fields/outputFields';
import type { Operation } from '../operation';
import { AUDIENCE, names } from '../records';

/** An audience, simplified (service interface, section 2.7). */
export const AUDIENCE_FIELDS = sameNamed(
	...names(
		`audienceId pageId personId personRouteKey effectiveName customName status supplementaryContext
		actionUrlOverride createdAt`,
	),
);

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audiences',
		description: 'Get the audiences of a page',
		routing: listRouting('/v0/pages/{pageId}/audiences', simplified(AUDIENCE_FIELDS, paginated(AUDIENCE))),
	},
	fields: [pageId, ...listFields, simplify],
	options: listOptions,
	record: AUDIENCE,
};
