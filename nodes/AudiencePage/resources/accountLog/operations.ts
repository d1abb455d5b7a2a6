import { NodeOperationError, type IDataObject, type PreSendAction } from 'n8n-workflow';

import type { OrderingKeysOf } from '../../execution/requestPlan';
import { additionalFields, filters, includeDeleted } from '../../fields/collections';
import { nothingWas } from '../../fields/fieldError';
import { accountId, accountLogId } from '../../fields/ids';
import { listFields, listRouting, paginated } from '../../fields/list';
import { bodyOf, inBody, jsonInBody, requestRouting } from '../../fields/routing';
import { domainText, kebabCase, mustBeAccountId, mustHaveLength } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import { describeResource, type Operation } from '../operation';
import { ACCOUNT_LOG, WRITTEN_ACCOUNT_LOG } from '../records';
import { idempotencyKey, sendIdempotencyKey } from './idempotencyKey';

/**
 * A row may have no domain. If the service accepted its entry, that could create an account that
 * nobody knows of.
 */
const refuseWithoutAccount: PreSendAction = async function (request) {
	const { accountId, domain, name } = bodyOf(request);
	if (![accountId, domain, name].every(isEmpty)) return request;
	const itemIndex = this.getItemIndex();
	const message = 'Account ID, Domain and Account Name are all empty. Set Account ID or Domain';
	const description = `${nothingWas('sent', this)} To skip items without an account, add a Filter node before this one.`;
	throw new NodeOperationError(this.getNode(), message, { itemIndex, description });
};

/** Entries of one account keep their order. An account is named by its ID, its domain, or both. */
const byAccount: OrderingKeysOf = (request) => {
	const { accountId, domain } = bodyOf(request);
	const names = [accountId, domain].filter((name) => typeof name === 'string');
	return names.map((name) => name.trim().toLowerCase());
};

/** The headers of a call can hold secrets, and nothing can be deleted again. */
const mustNotBeWebhookCall = (payload: IDataObject): string | undefined =>
	'headers' in payload && 'webhookUrl' in payload
		? 'must not be the whole call of a Webhook node, whose headers can hold secrets. Use {{ $json.body }}'
		: undefined;

const createAccountLog: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create account log entry',
		description: 'Write an entry to the log of an account',
		routing: requestRouting('POST', '/v0/account_logs'),
	},
	fields: [
		inBody(
			{
				displayName: 'Account ID',
				name: 'accountId',
				placeholder: 'e.g. account_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the account to write to',
				hint: 'Fill in Account ID or Domain',
			},
			{ rules: [mustBeAccountId("Put a company's domain in Domain")] },
		),
		inBody(
			{
				displayName: 'Domain',
				name: 'domain',
				placeholder: 'e.g. acme.com',
				description:
					'Company domain of the account to write to. If you enter a web address, only its domain is sent.',
				hint: 'Needed if there is no Account ID, which the output then has',
			},
			domainText,
		),
		inBody(
			{
				displayName: 'Source',
				name: 'source',
				required: true,
				placeholder: 'e.g. hubspot',
				description: 'System that the log entry comes from',
				hint: 'Letters, digits and hyphens: HubSpot is sent as hubspot',
			},
			kebabCase,
		),
		inBody(
			{
				displayName: 'Type',
				name: 'type',
				default: 'webhook',
				placeholder: 'e.g. deal-won',
				description: 'Kind of log entry. If empty, "webhook".',
				hint: 'Letters, digits and hyphens: Deal Won is sent as deal-won',
			},
			{ ...kebabCase, whenEmpty: 'webhook' },
		),
		jsonInBody(
			{
				displayName: 'Payload',
				name: 'payload',
				type: 'json',
				required: true,
				default: '={{ $json }}',
				description:
					'Content of the log entry: any JSON object. Behind a Webhook node, use its body.',
			},
			mustNotBeWebhookCall,
		),
		idempotencyKey,
		additionalFields(
			inBody(
				{
					displayName: 'Account Name',
					name: 'name',
					placeholder: 'e.g. Acme Corporation',
					description: 'Name of the account',
				},
				{ rules: [mustHaveLength(1, 255)] },
			),
		),
	],
	record: WRITTEN_ACCOUNT_LOG,
	afterFields: [refuseWithoutAccount, sendIdempotencyKey],
	orderingKeys: byAccount,
};

const getAccountLog: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account log entry',
		description: 'Get one entry of the log of an account',
		routing: requestRouting('GET', '/v0/accounts/{accountId}/logs/{accountLogId}'),
	},
	fields: [accountId, accountLogId],
	record: ACCOUNT_LOG,
};

const getAccountLogs: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many account log entries',
		description: 'Get the log entries of an account',
		routing: listRouting('/v0/accounts/{accountId}/logs', paginated(ACCOUNT_LOG)),
	},
	fields: [accountId, ...listFields, filters(includeDeleted)],
	record: ACCOUNT_LOG,
};

export const accountLogResource = describeResource(
	'accountLog',
	'Account Log',
	'The log of a company, with CRM deals for example: write and read log entries',
	[createAccountLog, getAccountLog, getAccountLogs],
);
