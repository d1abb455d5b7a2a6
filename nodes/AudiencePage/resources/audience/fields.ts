import { sameNamed } from '../../fields/simplify';

/** An audience, simplified (service interface, section 2.7). */
export const AUDIENCE_FIELDS = sameNamed(
	'audienceId',
	'pageId',
	'personId',
	'personRouteKey',
	'effectiveName',
	'customName',
	'status',
	'supplementaryContext',
	'actionUrlOverride',
	'createdAt',
);
