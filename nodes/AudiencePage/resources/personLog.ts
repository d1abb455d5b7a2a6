import { filters, includeDeleted } from '../fields/collections';
import { personId } from '../fields/ids';
import { listFields, listRouting, paginated } from '../fields/list';
import { describeResource, type Operation } from './operation';
import { withEmailLookup } from './person/findPeople';
import { PERSON_LOG } from './records';

const getPersonLogs: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many person log entries',
		description: 'Get the log entries of a person, chosen by ID or email',
		routing: listRouting('/v0/persons/{personId}/logs', withEmailLookup(paginated(PERSON_LOG))),
	},
	fields: [personId, ...listFields, filters(includeDeleted)],
	record: PERSON_LOG,
};

export const personLogResource = describeResource(
	'personLog',
	'Person Log',
	'The log of a person: read log entries',
	[getPersonLogs],
);
