/** How Create or Update finds a person. */
import fc, { type Arbitrary } from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import {
	badNames,
	badPhoneNumbers,
	bodyText,
	group,
	names,
	oneOf,
	optional,
	optionalBodyText,
	phoneNumbers,
	type Field,
} from './fields';
import { given, together } from './given';
import type { FormRule } from './operation';
import { isForUrls } from './url';
import { anything, urlTexts } from './values';

/** What a person can have beside a name. */
const DETAILS: Record<string, Field> = {
	domain: optionalBodyText('additionalFields.domain'),
	email: optionalBodyText('additionalFields.email'),
	linkedinProfileUrl: optionalBodyText('additionalFields.linkedinProfileUrl'),
	phoneNumber: optionalBodyText('additionalFields.phoneNumber', phoneNumbers, badPhoneNumbers),
};

/** Match On and Match Value, and the name and the details that the form then still asks for. */
const matchedOn = (field: string, usual: Arbitrary<unknown>): Field => {
	const matchValue = (values: Arbitrary<unknown>) => given('matchValue', values, { at: ['body', field] });
	const matchOn = given('matchOn', fc.constant(field), { isFixed: true });
	const others = Object.entries(DETAILS)
		.filter(([name]) => name !== field)
		.map(([, detail]) => detail);
	return group([
		{
			usual: together(matchOn, matchValue(usual)),
			wild: together(
				matchOn,
				matchValue(fc.oneof(badNames, badPhoneNumbers, fc.constantFrom('   ', '\t'), anything)),
			),
		},
		...(field === 'name' ? [] : [bodyText('name', names, badNames)]),
		...others,
	]);
};

const howToFind = optional({
	usual: given('options.findBy', fc.constantFrom('search', 'readAll', '')),
	wild: given('options.findBy', fc.constantFrom('search', 'readAll')),
});

export const findBy: SpecialField = { paths: ['options.findBy'], field: howToFind };

/** Match On, Match Value, and what is asked for beside them. */
export const match: SpecialField = {
	paths: ['matchOn', 'matchValue', 'name', 'additionalFields'],
	field: oneOf([
		matchedOn('email', urlTexts),
		matchedOn('linkedinProfileUrl', urlTexts),
		matchedOn('name', names),
		matchedOn('phoneNumber', phoneNumbers),
	]),
};

/** What a person is looked for by is there, and can be searched for. */
export const matchValueIsFit: FormRule = (givens) =>
	givens
		.filter(
			({ parameter, meant }) =>
				parameter === 'matchValue' &&
				(meant === undefined || (typeof meant === 'string' && !isForUrls(meant))),
		)
		.map(({ parameter }) => parameter);
