import type { GenericValue, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { query } from '../../fields/filters';
import { listRouting } from '../../fields/list';
import { normalizeDomain, removeInvisible } from '../../fields/normalize';
import type { Rule } from '../../fields/rules';
import { validatedText } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import type { WatchSpec } from '../changeDetector';
import { changes, checkedFields, contentOfFields, fieldsToWatch, wantedByChanges } from '../contentChanges';
import type { Event } from '../event';
import { checkedBy } from '../fields';
import { watchList } from '../watchList';
import { WHEN_CHANGED, WHEN_NEW } from './when';

const DOMAIN: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description:
		'Only people who are at this company now start the workflow: those with this domain, or with an email address at it. Leaving it does not.',
};

const isDomain: Rule = (text) =>
	/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(text) ? undefined : 'must be a domain, e.g. acme.com';

const chosenDomain = (context: IExecuteSingleFunctions): string | undefined =>
	validatedText(context, DOMAIN, context.getNodeParameter('filters.domain', '') as GenericValue, {
		normalize: normalizeDomain,
		rules: [isDomain],
	});

/** A filter by the domain of people: the service has none, so the trigger compares it. */
const domain: INodeProperties = { ...DOMAIN, routing: checkedBy(chosenDomain) };

/** People of the chosen domain. */
const withDomain: WatchSpec['matches'] = (context) => {
	const chosen = chosenDomain(context);
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
	idField: 'personId',
	filter: 'Filters > Search',
	whereToCreate: 'create one with Person > Create',
	matches: withDomain,
};

/** All fields of a person but the times (service interface, section 2.2). */
const PERSON_CONTENT = ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'];

export const personCreated: Event = {
	option: {
		name: 'Person Created',
		value: 'personCreated',
		description: `A person is created. ${WHEN_NEW}.`,
		routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	},
	filters: [domain, query],
};

export const personUpdated: Event = {
	option: {
		name: 'Person Created or Updated',
		value: 'personUpdated',
		description: `A person is created, or a field that you watch changes. ${WHEN_CHANGED}.`,
		routing: {
			...listRouting(
				'/v0/persons/search',
				watchList({ ...PEOPLE, ...contentOfFields(PERSON_CONTENT), wanted: wantedByChanges }),
			),
			...checkedFields(PERSON_CONTENT),
		},
	},
	changes: [changes, fieldsToWatch(PERSON_CONTENT)],
	filters: [domain, query],
};
