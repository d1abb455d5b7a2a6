import { filters } from '../../fields/collections';
import { includeDeleted } from '../../fields/includeDeleted';
import { list, listFields, listOptions } from '../../fields/list';
import { personId } from '../../fields/locators';
import { readPages } from '../../transport/pages';
import type { Operation } from '../describe';
import { forPerson } from '../person/byEmail';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many person log entries',
		description: 'Get the log entries of a person, chosen by ID or email',
		routing: list('/v0/persons/{personId}/logs', forPerson(readPages('personLogId'))),
	},
	fields: [personId, ...listFields, filters(includeDeleted), listOptions],
};
