import fc, { type Arbitrary } from 'fast-check';

import {
	type Field,
	accountId,
	accountIds,
	badAccountIds,
	badKebabCase,
	badNames,
	bodyText,
	json,
	kebabCase,
	names,
	optionalBodyText,
	pathId,
	queryFlag,
} from '../fields';
import { asText, given } from '../given';
import { customKeyIsFilled, idempotency } from '../idempotency';
import { countsAreWhole, pagedList } from '../lists';
import type { FormRule, Operation } from '../operation';
import { anything, empties } from '../values';

const RESOURCE = 'accountLog';

const typeGiven = (values: Arbitrary<unknown>) =>
	given('type', values, {
		at: ['body', 'type'],
		meant: (value) => asText(value) ?? 'webhook',
	});

const type: Field = {
	usual: typeGiven(fc.oneof({ weight: 4, arbitrary: kebabCase }, empties)),
	wild: typeGiven(fc.oneof(badKebabCase, anything)),
};

/** An entry belongs to an account. */
const accountIsNamed: FormRule = (givens) => {
	const names = ['accountId', 'domain', 'additionalFields.name'];
	const isNamed = givens.some(({ parameter, meant }) => names.includes(parameter) && meant !== undefined);
	return isNamed ? [] : ['domain'];
};

export const accountLog: Operation[] = [
	{
		resource: RESOURCE,
		operation: 'create',
		operationId: 'createAccountLog',
		fields: [
			optionalBodyText('accountId', accountIds, badAccountIds),
			optionalBodyText('domain'),
			bodyText('source', kebabCase, badKebabCase),
			type,
			json('payload'),
			optionalBodyText('additionalFields.name', names, badNames),
			idempotency,
		],
		rules: [customKeyIsFilled, accountIsNamed],
	},
	{
		resource: RESOURCE,
		operation: 'get',
		operationId: 'getAccountLog',
		fields: [accountId, pathId('accountLogId', 'account_log_id')],
	},
	{
		resource: RESOURCE,
		operation: 'getAll',
		operationId: 'listAccountLogs',
		fields: [accountId, pagedList, queryFlag('filters.includeDeleted')],
		rules: [countsAreWhole],
	},
];
