import { NodeOperationError, type IDataObject, type PreSendAction } from 'n8n-workflow';

import { contentOf } from '../execution/idempotencyKeys';
import type { OrderingKeysOf } from '../execution/requestPlan';
import { RunScope, type OperationHook } from '../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../fields/choice';
import { additionalFields, filters, includeDeleted } from '../fields/collections';
import { fieldError } from '../fields/fieldError';
import { accountId, accountLogId } from '../fields/ids';
import { listFields, listOptions, listRouting, paginated } from '../fields/list';
import { bodyOf, inBody, jsonInBody, requestRouting } from '../fields/routing';
import { accountIdRule, domainText, kebabCase, lengthBetween } from '../fields/text';
import { contentHashInTurns } from '../shared/hash';
import { isEmpty } from '../shared/values';
import { nameOfItem } from '../shared/words';
import { describeResource, type Operation } from './operation';
import { ACCOUNT_LOG, WRITTEN_ACCOUNT_LOG } from './records';

/**
 * A row may have no domain. If the service accepted its entry, that could create an account that
 * nobody knows of.
 */
export const refuseWithoutAccount: PreSendAction = async function (request) {
	const { accountId, domain, name } = bodyOf(request);
	if (![accountId, domain, name].every(isEmpty)) return request;
	const itemIndex = this.getItemIndex();
	const message = 'Account ID, Domain and Account Name are all empty. Set Account ID or Domain';
	const description = `Nothing was sent for ${nameOfItem(itemIndex)}. To skip items without an account, add a Filter node before this one.`;
	throw new NodeOperationError(this.getNode(), message, { itemIndex, description });
};

/** Entries of one account keep their order. An account is named by its ID, its domain, or both. */
const byAccount: OrderingKeysOf = (request) => {
	const { accountId, domain } = bodyOf(request);
	const names = [accountId, domain].filter((name) => typeof name === 'string');
	return names.map((name) => name.trim().toLowerCase());
};

/**
 * How the service can tell a repeated log entry from a new one (section 4.1; what a repeated key
 * does is not shown).
 */
export const key = inBody(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		placeholder: 'e.g. {{ $json.dealId }}-{{ $json.stage }}-{{ $json.domain }}',
		description:
			'Your own key, by which the service recognizes a log entry that it already has. To log every stage of a deal, use its ID, stage and account, because the ID alone would drop later stages. If set, the key is used in every mode.',
	},
	{ rules: [lengthBetween(1, 255)] },
);

const mode: Setting<ChoiceField<'content' | 'custom' | 'item' | 'none'>> = {
	displayName: 'Idempotency Key Mode',
	name: 'idempotencyKeyMode',
	type: 'options',
	noDataExpression: true,
	default: 'item',
	description: 'If Idempotency Key is empty, how to recognize a log entry that was already written',
	options: [
		{
			name: 'Content',
			value: 'content',
			description:
				'By content: log entries with the same content have the same key, even in later runs',
		},
		{
			name: 'Custom',
			value: 'custom',
			description: 'Only by Idempotency Key. Items without a key fail.',
		},
		{
			name: 'Item',
			value: 'item',
			description: 'By item: a retry sends the same log entry, another execution a new one',
		},
		{
			name: 'None',
			value: 'none',
			description:
				'Not at all: a log entry that the service does not confirm fails, and is not retried',
		},
	],
};

/**
 * For `afterFields`: a key made of the content needs all of it. NodeOperationError if the user's
 * own is missing.
 */
export const sendIdempotencyKey: OperationHook = async function (request, run) {
	const { idempotencyKey, ...entry } = bodyOf(request);
	const chosen = chosenOption(this, mode, `options.${mode.name}`);
	if (!isEmpty(idempotencyKey)) return request;

	const withKey = (made: string) => ({ ...request, body: { ...entry, idempotencyKey: made } });
	const content = { ...entry, payload: contentOf(entry.payload as IDataObject) };
	if (chosen === 'item') {
		const { idempotencyKeys } = run ?? RunScope.of(this);
		return withKey(await idempotencyKeys.forItem(this.getItemIndex(), content));
	}
	if (chosen === 'content') return withKey(await contentHashInTurns(content));
	if (chosen === 'none') return { ...request, body: entry };
	// Sent without a key, it would write twice what the mode was chosen to write once.
	throw fieldError(this, key.displayName, 'must not be empty if Idempotency Key Mode is Custom');
};

/** The headers of a call can hold secrets, and nothing can be deleted again. */
const notAWebhookCall = (payload: IDataObject): string | undefined =>
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
				description: 'ID of the account to write to. Leave empty to use its domain.',
			},
			{ rules: [accountIdRule("Put a company's domain in Domain")] },
		),
		inBody(
			{
				displayName: 'Domain',
				name: 'domain',
				placeholder: 'e.g. acme.com',
				description:
					'Company domain of the account to write to. Use it if you do not know the Account ID. If you enter a web address, only its domain is sent.',
			},
			domainText,
		),
		inBody(
			{
				displayName: 'Source',
				name: 'source',
				required: true,
				placeholder: 'e.g. hubspot',
				description: 'System that the log entry comes from. HubSpot is sent as hubspot.',
			},
			kebabCase,
		),
		inBody(
			{
				displayName: 'Type',
				name: 'type',
				default: 'webhook',
				placeholder: 'e.g. deal-won',
				description: 'Kind of log entry. Deal Won is sent as deal-won. If empty, "webhook".',
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
			notAWebhookCall,
		),
		additionalFields(
			inBody(
				{
					displayName: 'Account Name',
					name: 'name',
					placeholder: 'e.g. Acme Corporation',
					description: 'Name of the account',
				},
				{ rules: [lengthBetween(1, 255)] },
			),
		),
	],
	options: [key, mode],
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
	options: listOptions,
	record: ACCOUNT_LOG,
};

export const accountLogResource = describeResource(
	'accountLog',
	'Account Log',
	'The log of a company, with CRM deals for example: write and read log entries',
	[createAccountLog, getAccountLog, getAccountLogs],
);
