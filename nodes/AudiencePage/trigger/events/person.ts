import type { GenericValue, INodeProperties } from 'n8n-workflow';

import { query } from '../../fields/collections';
import { listRouting } from '../../fields/list';
import { normalizeDomain, removeInvisible } from '../../fields/normalize';
import { domainText, validatedText } from '../../fields/text';
import { PERSON } from '../../resources/person/fields';
import { isEmpty } from '../../shared/values';
import { DELAY_OF_CHANGES, DELAY_OF_NEW, type Event } from '../event';
import { changes, contentChanges, fieldsToWatch, type WatchSpec } from '../watch';
import { watchList } from '../watchList';

/** The service has no filter by the domain of people, so the trigger compares it. */
const domain: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description:
		'Only people who are at this company now start the workflow: those with this domain, or with an email address at it. Leaving it does not.',
};

const withDomain: WatchSpec['recordFilter'] = (context) => {
	const given = context.getNodeParameter('filters.domain', '') as GenericValue;
	const chosen = validatedText(context, domain, given, domainText);
	if (chosen === undefined) return undefined;
	return (person) => {
		const [its = '', email = ''] = [person.domain, person.email].map((value) =>
			removeInvisible(isEmpty(value) ? '' : String(value as string)),
		);
		const ofEmail = email.slice(email.lastIndexOf('@') + 1);
		return [its, ofEmail].some((one) => normalizeDomain(one) === chosen);
	};
};

const PEOPLE = {
	noun: 'person',
	idField: PERSON.idField,
	narrowedBy: 'Filters > Search',
	whereToCreate: 'create one with Person > Create',
	recordFilter: withDomain,
};

/** All fields of a person but the times. */
const PERSON_CONTENT = PERSON.fields.filter((field) => !field.endsWith('At'));

export const personCreated: Event = {
	name: 'Person Created',
	value: 'personCreated',
	description: `A person is created. ${DELAY_OF_NEW}.`,
	routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	filters: [domain, query],
};

export const personUpdated: Event = {
	name: 'Person Created or Updated',
	value: 'personUpdated',
	description: `A person is created, or a field that you watch changes. ${DELAY_OF_CHANGES}.`,
	routing: listRouting('/v0/persons/search', watchList({ ...PEOPLE, ...contentChanges(PERSON_CONTENT) })),
	changes: [changes, fieldsToWatch(PERSON_CONTENT)],
	filters: [domain, query],
};
