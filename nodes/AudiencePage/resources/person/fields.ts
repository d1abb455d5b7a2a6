import type {
	GenericValue,
	IExecuteSingleFunctions,
	INodeProperties,
	NodeOperationError,
	PreSendAction,
} from 'n8n-workflow';

import { RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { countryCodeOf, phoneText } from '../../fields/phoneNumber';
import { bodyOf, type TextField } from '../../fields/routing';
import {
	domainText,
	emailText,
	mustHaveLength,
	normalizeName,
	profileText,
	validatedText,
	type TextRules,
} from '../../fields/text';
import { withMessage } from '../../shared/words';
import { record } from '../records';

export const MATCH_FIELDS = ['email', 'linkedinProfileUrl', 'name', 'phoneNumber'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

/** What the fields of a person make of their texts (service interface, section 4.6). */
export const PERSON_TEXTS: Record<string, TextRules> = {
	domain: domainText,
	email: emailText,
	linkedinProfileUrl: profileText,
	name: { normalize: normalizeName, rules: [mustHaveLength(1, 255)] },
	phoneNumber: phoneText,
};

export const matchOn: Setting<ChoiceField<MatchField>> = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	noDataExpression: true,
	default: 'email',
	description: 'Field used to find an existing person',
	options: [
		{ name: 'Email', value: 'email', description: 'Ignores upper and lower case' },
		{
			name: 'LinkedIn Profile URL',
			value: 'linkedinProfileUrl',
			description: 'Ignores upper and lower case',
		},
		{ name: 'Name', value: 'name', description: 'The full name, exactly as written' },
		{ name: 'Phone Number', value: 'phoneNumber' },
	],
};

export const invalidValues: Setting<ChoiceField<'leaveOut' | 'refuse'>> = {
	displayName: 'Invalid Values',
	name: 'invalidValues',
	type: 'options',
	noDataExpression: true,
	default: 'refuse',
	description:
		'What to do with a value that is not valid. The name of a new person and what the person is found by are never left out.',
	options: [
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'Write the rest; leftOut in the output says why',
		},
		{ name: 'Refuse the Item', value: 'refuse', description: 'Write nothing of the item' },
	],
};

const operationOf = (context: IExecuteSingleFunctions): unknown =>
	context.getNode().parameters.operation;

/** Whether an item can't be written without a value for the field. */
function isNeeded(context: IExecuteSingleFunctions, field: string): boolean {
	const operation = operationOf(context);
	if (operation === 'create') return field === 'name';
	return operation === 'upsert' && field === chosenOption(context, matchOn);
}

const OR_LEAVE_OUT = '. To write the rest, choose Options > Invalid Values > Leave Out';

/**
 * What `read` gives of a field. If it throws, and the item can be written without it, the option
 * *Invalid Values* decides: undefined, and the output says why, or the error, which names the
 * option.
 */
export function leftOutIfInvalid(
	context: IExecuteSingleFunctions,
	field: string,
	read: () => string | undefined,
): string | undefined {
	const path = `options.${invalidValues.name}`;
	const isRefused = chosenOption(context, invalidValues, path) === 'refuse';
	// A wrong option is no value of the person.
	if (field === 'phoneNumber') countryCodeOf(context);
	try {
		return read();
	} catch (error) {
		const refused = error as NodeOperationError;
		// Of an upsert, it shows only later whether the person is new, and needs a name.
		const isNameOfUpsert = field === 'name' && operationOf(context) === 'upsert';
		if (isNeeded(context, field) || (isRefused && isNameOfUpsert)) throw refused;
		if (isRefused) throw withMessage(refused, refused.message + OR_LEAVE_OUT);
		RunScope.of(context).leaveOut(context.getItemIndex(), field, refused.message);
		return undefined;
	}
}

/** The text of a field; undefined if it is empty. NodeOperationError naming field and rule. */
export const personText = (
	context: IExecuteSingleFunctions,
	field: INodeProperties,
	value: GenericValue,
): string | undefined => validatedText(context, field, value, PERSON_TEXTS[field.name] ?? {});

/** A field that is sent under its own name, unless its value is left out. */
function textField(declared: TextField): INodeProperties {
	const field: INodeProperties = { type: 'string', default: '', ...declared };
	const send: PreSendAction = async function (request) {
		const { [field.name]: value, ...body } = bodyOf(request);
		const read = () => personText(this, field, value as GenericValue);
		const text = leftOutIfInvalid(this, field.name, read);
		return { ...request, body: text === undefined ? body : { ...body, [field.name]: text } };
	};
	return { ...field, routing: { send: { type: 'body', property: field.name, preSend: [send] } } };
}

const NAME = {
	displayName: 'Name',
	name: 'name',
	placeholder: 'e.g. Nathan Smith',
	description: 'Full name of the person',
	hint: 'At most 255 characters',
};

/** Of a new person (service interface, section 4.6). */
export const name = textField({ ...NAME, required: true });
/** Of an update (service interface, section 4.7). */
export const newName = textField(NAME);
export const nameIfNew = {
	...newName,
	description: 'Full name of the person. Only a new person needs one.',
};

/**
 * What a person can have besides a name. An update can clear each (service interface, section 4.7).
 */
export const details: INodeProperties[] = [
	textField({
		displayName: 'Domain',
		name: 'domain',
		placeholder: 'e.g. acme.com',
		description:
			'Company domain of the person. If you enter a web address, only its domain is sent.',
	}),
	textField({
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. nathan@acme.com',
		description: 'Email address of the person',
	}),
	textField({
		displayName: 'LinkedIn Profile URL',
		name: 'linkedinProfileUrl',
		placeholder: 'e.g. https://www.linkedin.com/in/nathan-smith',
		description: 'URL of the LinkedIn profile of the person',
	}),
	textField({
		displayName: 'Phone Number',
		name: 'phoneNumber',
		placeholder: 'e.g. +4930123456',
		description:
			'Phone number of the person with its country code, or with Options > Phone Country Code. Spaces, brackets, dots, slashes, hyphens and (0) are removed, and a leading 00 becomes +.',
		hint: 'As sent: a + and 4 to 15 digits, the first not 0',
	}),
];

/** A person, as the service returns one (service interface, section 2.2). */
export const PERSON = record(
	'personId',
	'name email domain slug phoneNumber linkedinProfileUrl createdAt updatedAt',
);
