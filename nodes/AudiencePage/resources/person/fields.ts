import type { INodeProperties } from 'n8n-workflow';

import { normalizeDomain, normalizePhoneNumber, removeInvisible } from '../../fields/normalize';
import { inBody } from '../../fields/routing';
import { emailPattern, lengthBetween, phoneNumberPattern, type TextRules } from '../../fields/text';
import { record } from '../records';

/** The fields that tell people apart. */
export const MATCH_FIELDS = ['email', 'linkedinProfileUrl', 'name', 'phoneNumber'] as const;

export type MatchField = (typeof MATCH_FIELDS)[number];

/** What these fields make of their texts (service interface, section 4.6). */
export const MATCH_FIELD_TEXTS: Record<MatchField, TextRules> = {
	email: { normalize: removeInvisible, rules: [emailPattern] },
	linkedinProfileUrl: {},
	name: { rules: [lengthBetween(1, 255)] },
	phoneNumber: { normalize: normalizePhoneNumber, rules: [phoneNumberPattern] },
};

const nameField = (required: boolean): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			required,
			placeholder: 'e.g. Nathan Smith',
			description: 'Full name of the person',
			hint: 'At most 255 characters',
		},
		MATCH_FIELD_TEXTS.name,
	);

/** Of a new person (service interface, section 4.6). */
export const name = nameField(true);
/** Of an update (service interface, section 4.7). */
export const newName = nameField(false);

const domain = inBody(
	{
		displayName: 'Domain',
		name: 'domain',
		placeholder: 'e.g. acme.com',
		description: 'Company domain of the person. Of a web address, only the domain is sent.',
	},
	{ normalize: normalizeDomain },
);

const email = inBody(
	{
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. nathan@acme.com',
		description: 'Email address of the person',
	},
	MATCH_FIELD_TEXTS.email,
);

const linkedinProfileUrl = inBody({
	displayName: 'LinkedIn Profile URL',
	name: 'linkedinProfileUrl',
	placeholder: 'e.g. https://www.linkedin.com/in/nathan-smith',
	description: 'URL of the LinkedIn profile of the person',
});

const phoneNumber = inBody(
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		placeholder: 'e.g. +4930123456',
		description:
			'Phone number of the person with its country code. Spaces and punctuation are removed, and a leading 00 becomes +.',
		hint: 'As sent: a + and 2 to 15 digits, the first not 0',
	},
	MATCH_FIELD_TEXTS.phoneNumber,
);

/** Of what a person can have besides a name, what an update can clear (service interface, section 4.7). */
export const clearableDetails: INodeProperties[] = [domain, email, linkedinProfileUrl, phoneNumber];

/** What a person can have besides a name. */
export const details: INodeProperties[] = [...clearableDetails];

/** A person, as the service returns one (service interface, section 2.2). */
export const PERSON = record(
	'personId',
	'name email domain slug phoneNumber linkedinProfileUrl createdAt updatedAt',
);
