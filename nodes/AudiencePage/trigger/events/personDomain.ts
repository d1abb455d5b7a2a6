import type { GenericValue, IDataObject, INodeProperties } from 'n8n-workflow';

import type { FieldContext } from '../../fields/fieldError';
import { domainText, normalizeDomain, validatedText } from '../../fields/text';

/** The service has no filter by the domain of people, so the trigger compares it. */
export const domain: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description:
		'Only people who are at this company now start the workflow: those with this domain, or with an email address at it. A person who leaves the company does not.',
};

/** Whether a person is at the company that the user has chosen; undefined if he has chosen none. */
export function withDomain(context: FieldContext): ((person: IDataObject) => boolean) | undefined {
	const value = context.getNodeParameter('filters.domain', '') as GenericValue;
	const chosen = validatedText(context, domain, value, domainText);
	if (chosen === undefined) return undefined;
	const isChosen = (host: unknown) => typeof host === 'string' && normalizeDomain(host) === chosen;
	return ({ domain, email }) =>
		isChosen(domain) || (typeof email === 'string' && isChosen(email.replace(/^.*@/, '')));
}
