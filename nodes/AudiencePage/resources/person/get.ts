import { listRouting } from '../../fields/list';
import type { Operation } from '../operation';
import { PERSON } from '../records';
import { findPerson, ifNotFound } from './findPerson';
import { checkMatch, findBy, matchOn, matchValue } from './matchFields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get person',
		description: 'Get the person with an email, name, phone number or LinkedIn profile URL',
		routing: listRouting('/v0/persons/search', findPerson),
	},
	fields: [matchOn, { ...matchValue, description: 'Value to look for' }],
	options: [findBy, ifNotFound],
	record: PERSON,
	afterFields: [checkMatch],
};
