import type { INodeProperties } from 'n8n-workflow';

import { inBody } from '../../fields/routing';
import { lengthBetween, phoneNumberPattern, type Rule } from '../../fields/rules';

/** The fields that tell people apart. */
export const MATCH_FIELDS = ['email', 'linkedinProfileUrl', 'name', 'phoneNumber'] as const;

export type MatchField = (typeof MATCH_FIELDS)[number];

/** The rules for the fields of a person (service interface, section 4.6). */
export const MATCH_FIELD_RULES: Record<MatchField, Rule[]> = {
	email: [],
	linkedinProfileUrl: [],
	name: [lengthBetween(1, 255)],
	phoneNumber: [phoneNumberPattern],
};

const nameField = (required: boolean): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required,
			default: '',
			placeholder: 'e.g. Nathan Smith',
			description: 'Full name of the person',
			hint: 'At most 255 characters',
		},
		{ rules: MATCH_FIELD_RULES.name },
	);

/** The name that a new person must have (service interface, section 4.6). */
export const name: INodeProperties = nameField(true);

/** The name that an update can change (service interface, section 4.7). */
export const newName: INodeProperties = nameField(false);

export const domain: INodeProperties = inBody({
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description: 'Company domain of the person',
});

export const email: INodeProperties = inBody({
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@acme.com',
	description: 'Email address of the person',
});

export const linkedinProfileUrl: INodeProperties = inBody({
	displayName: 'LinkedIn Profile URL',
	name: 'linkedinProfileUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.linkedin.com/in/nathan-smith',
	description: 'URL of the LinkedIn profile of the person',
});

export const phoneNumber: INodeProperties = inBody(
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +4930123456',
		description: 'Phone number of the person in international format, without spaces',
		hint: 'A + and 2 to 15 digits, the first not 0',
	},
	{ rules: MATCH_FIELD_RULES.phoneNumber },
);
