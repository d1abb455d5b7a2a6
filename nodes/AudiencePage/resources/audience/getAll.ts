import { list, listFields, listOptions } from '../../fields/list';
import { pageId } from '../../fields/locators';
import { simplified, simplify } from '../../fields/simplify';
import { readPages } from '../../transport/pages';
import type { Operation } from '../describe';
import { AUDIENCE_FIELDS } from './fields';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audiences',
		description: 'Get the audiences of a page',
		routing: list('/v0/pages/{pageId}/audiences', simplified(AUDIENCE_FIELDS, readPages('audienceId'))),
	},
	fields: [pageId, ...listFields, simplify, listOptions],
};
