import { additionalFields } from '../../fields/collections';
import { accountIdPattern, kebabCase, length } from '../../fields/rules';
import { inBody, jsonInBody } from '../../fields/send';
import type { Operation } from '../describe';
import { optionsWithIdempotency } from './idempotency';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create account log',
		description: 'Write an entry to the log of an account, found by its ID or its domain',
		routing: { request: { method: 'POST', url: '/v0/account_logs' } },
	},
	fields: [
		inBody(
			{
				displayName: 'Account ID',
				name: 'accountId',
				type: 'string',
				default: '',
				placeholder: 'e.g. account_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the account that gets the entry. Leave empty to name the account by its domain.',
			},
			{ rules: [accountIdPattern] },
		),
		inBody({
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			placeholder: 'e.g. acme.com',
			description: 'Domain of the account that gets the entry',
		}),
		inBody(
			{
				displayName: 'Source',
				name: 'source',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. hubspot',
				description: 'Where the entry comes from, in lower-case letters, digits and hyphens',
			},
			{ rules: [length(1, 100), kebabCase] },
		),
		inBody(
			{
				displayName: 'Type',
				name: 'type',
				type: 'string',
				default: 'webhook',
				placeholder: 'e.g. deal-won',
				description:
					'What kind of entry it is, in lower-case letters, digits and hyphens. Left empty, it is "webhook".',
			},
			{ rules: [length(1, 100), kebabCase], whenEmpty: 'webhook' },
		),
		jsonInBody({
			displayName: 'Payload',
			name: 'payload',
			type: 'json',
			required: true,
			default: '={{ $json }}',
			description: 'The content of the entry: any JSON object, stored exactly as given',
		}),
		additionalFields(
			inBody(
				{
					displayName: 'Account Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Acme Corporation',
					description: 'Name of the account',
				},
				{ rules: [length(1, 255)] },
			),
		),
		optionsWithIdempotency,
	],
};
