import type { GenericValue, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { OperationHook, RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField } from '../../fields/choice';
import type { FieldContext } from '../../fields/fieldError';
import { phoneText } from '../../fields/phoneNumber';
import { bodyOf, type TextField } from '../../fields/routing';
import {
	domainText,
	emailText,
	lacksPart,
	lengthBetween,
	noPlaceholder,
	normalizeName,
	profileText,
	validatedText,
	type TextRule,
	type TextRules,
} from '../../fields/text';
import { addHint } from '../../shared/hint';
import { commaSeparated } from '../../shared/values';
import { record } from '../records';

export const NAME_KEPT =
	'A known person keeps their name unless First Name and Last Name are both filled, with more than an initial, title or salutation';

export const MATCH_FIELDS = ['email', 'linkedinProfileUrl', 'name', 'phoneNumber'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

/** What the fields of a person make of their texts (service interface, section 4.6). */
export const PERSON_TEXTS: Record<string, TextRules> = {
	domain: domainText,
	email: emailText,
	linkedinProfileUrl: profileText,
	name: { normalize: normalizeName, rules: [lengthBetween(1, 255), noPlaceholder] },
	phoneNumber: phoneText,
};

export const matchOn: ChoiceField<MatchField> = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	default: 'email',
	description: 'Field used to find an existing person',
	options: [
		{ name: 'Email', value: 'email', description: 'Ignores upper and lower case' },
		{ name: 'LinkedIn Profile URL', value: 'linkedinProfileUrl' },
		{ name: 'Name', value: 'name', description: 'The full name, exactly as written' },
		{ name: 'Phone Number', value: 'phoneNumber' },
	],
};

export const invalidValues: ChoiceField<'leaveOut' | 'refuse'> = {
	displayName: 'Invalid Values',
	name: 'invalidValues',
	type: 'options',
	default: 'refuse',
	description:
		'What to do with a value that is not valid. The name of a new person, a field to clear, and what the person is found by are never left out.',
	options: [
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'Write the rest; leftOut in the output says why',
		},
		{ name: 'Refuse the Item', value: 'refuse', description: 'Write nothing of the item' },
	],
};

function canBeLeftOut(context: IExecuteSingleFunctions, field: string): boolean {
	const operation = context.getNodeParameter('operation', '');
	const isNeeded = operation === 'create' && field === 'name';
	const isMatched = operation === 'upsert' && chosenOption(context, matchOn) === field;
	const toClear =
		operation === 'update' ? commaSeparated(context.getNodeParameter('fieldsToClear', [])) : [];
	return !isNeeded && !isMatched && !toClear.includes(field) && leavesOut(context);
}

export const leavesOut = (context: IExecuteSingleFunctions): boolean =>
	chosenOption(context, invalidValues, `options.${invalidValues.name}`) === 'leaveOut';

/** Keeps for the output why a field, or a column, of the item is not sent. */
export function leaveOut(
	context: FieldContext,
	run: RunScope | undefined,
	name: string,
	why: string,
): void {
	const item = context.getItemIndex();
	run?.leftOut.set(item, { ...run.leftOut.get(item), [name]: why });
}

export function tellNameKept(
	context: IExecuteSingleFunctions,
	run: RunScope | undefined,
	cure = '',
): void {
	addHint(context, `${NAME_KEPT}.${cure}`);
	if (leavesOut(context)) leaveOut(context, run, 'name', NAME_KEPT);
}

/**
 * Undefined if it is empty, or left out because it is not valid. Throws naming field and rule
 * otherwise.
 */
export function personText(
	context: IExecuteSingleFunctions,
	run: RunScope | undefined,
	field: INodeProperties,
	value: GenericValue,
	...moreRules: TextRule[]
): string | undefined {
	const { normalize, rules = [] } = PERSON_TEXTS[field.name] ?? {};
	const text = () =>
		validatedText(context, field, value, { normalize, rules: [...rules, ...moreRules] });
	if (!canBeLeftOut(context, field.name)) return text();
	try {
		return text();
	} catch (error) {
		leaveOut(context, run, field.name, (error as Error).message);
		return undefined;
	}
}

/** A field, of text or a choice, that is sent under its own name, unless its value is left out. */
function textField(given: TextField & { type?: 'string' | 'options' }): INodeProperties {
	const field: INodeProperties = { type: 'string', default: '', ...given };
	const send: OperationHook = async function (request, run) {
		const { [field.name]: value, ...body } = bodyOf(request);
		const text = personText(this, run, field, value as GenericValue);
		const isPartial = field.name === 'name' && lacksPart(this, field.name, text ?? '', true);
		if (isPartial) run?.onlyNewNames.add(this.getItemIndex());
		const isKept = isPartial && this.getNodeParameter('operation', '') === 'update';
		if (isKept) tellNameKept(this, run, ' To join a part that may be missing, use one expression.');
		return {
			...request,
			body: text === undefined || isKept ? body : { ...body, [field.name]: text },
		};
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
			'Phone number of the person with its country code, or with Options > Phone Country Code. Spaces and punctuation are removed, and a leading 00 becomes +.',
		hint: 'As sent: a + and 4 to 15 digits, the first not 0',
	}),
];

/** A person, as the service returns one (service interface, section 2.2). */
export const PERSON = record(
	'personId',
	'name email domain slug phoneNumber linkedinProfileUrl createdAt updatedAt',
);
