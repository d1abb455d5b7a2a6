/** How Create or Update finds a person: what it looks for goes into the body too. */
import fc, { type Arbitrary } from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import { schemaAt } from '../../../service/schemaAt';
import { bodyText, bodyValues, group, oneOf, optional, optionalBodyText, type Field } from './fields';
import { given, together } from './given';
import type { FormRule } from './operation';
import { isForUrls } from './url';
import { anything, urlTexts } from './values';

/** What people write in a field of a person. */
const valuesOf = (field: string) => bodyValues(field, schemaAt('createPerson', ['body', field]) ?? {});

/** What a person can have beside a name. */
const DETAILS = ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];

/** Match On and Match Value, and the name and the details that the form then still asks for. */
const matchedOn = (field: string, { usual, wild: badOnes, meant } = valuesOf(field)): Field => {
	const matchValue = (values: Arbitrary<unknown>) =>
		given('matchValue', values, { at: ['body', field], meant });
	const matchOn = given('matchOn', fc.constant(field), { isFixed: true });
	const wild = fc.oneof(badOnes, fc.constantFrom('   ', '\t'), anything);
	const name = bodyText('name', valuesOf('name'));
	const details = DETAILS.filter((detail) => detail !== field).map((detail) =>
		optionalBodyText(`additionalFields.${detail}`, valuesOf(detail)),
	);
	return group([
		{ usual: together(matchOn, matchValue(usual)), wild: together(matchOn, matchValue(wild)) },
		...(field === 'name' ? [] : [name]),
		...details,
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
		matchedOn('email'),
		matchedOn('linkedinProfileUrl', { ...valuesOf('linkedinProfileUrl'), usual: urlTexts }),
		matchedOn('name'),
		matchedOn('phoneNumber'),
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
