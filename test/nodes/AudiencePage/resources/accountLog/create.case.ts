import type { OperationCase } from '../../../../cases/operationCase';
import { nth } from '../../../../support/records';
import { customKeyIsFilled, idempotency } from '../../properties/special';
import type { FormRule } from '../../properties/operation';

/** An entry belongs to an account. */
const accountIsNamed: FormRule = (givens) => {
	const names = ['accountId', 'domain', 'additionalFields.name'];
	const isNamed = givens.some(({ parameter, meant }) => names.includes(parameter) && meant !== undefined);
	return isNamed ? [] : ['accountId'];
};

const log = { type: 'deal-won', payload: '{"b":[1,{"a.b":2}],"a":null}' };
const ofDomain = (domain: string) => ({ accountId: '={{ undefined }}', domain, options: {} });

export default {
	calls: ['createAccountLog'],
	needs: ({ accountId }) => ({
		accountId,
		domain: 'acme.com',
		source: 'crm',
		payload: '{"a":1}',
		options: { idempotencyKeyMode: 'content', idempotencyKey: 'D-1' },
	}),
	ways: ({ accounts }) => [
		{ title: 'with a key of its item', parameters: { ...log, options: {} } },
		{
			title: 'with a key of its content',
			parameters: { ...log, options: { idempotencyKeyMode: 'content' } },
		},
		{
			title: 'with a custom key',
			parameters: {
				...log,
				options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ "D-" + $itemIndex }}' },
			},
		},
		{ title: 'without a key', parameters: { ...log, options: { idempotencyKeyMode: 'none' } } },
		{
			title: 'with empty fields',
			parameters: {
				...log,
				...ofDomain(nth(accounts.all()).domain),
				type: '',
				additionalFields: { name: '={{ null }}' },
			},
		},
		{
			title: 'for several items, by expressions',
			parameters: {
				...ofDomain('={{ $json.domain }}'),
				source: '={{ "source-" + $itemIndex }}',
				type: '={{ $itemIndex }}',
				payload: '={{ $json }}',
				additionalFields: { name: '=Deal {{ $itemIndex }}' },
				options: { idempotencyKeyMode: '={{ $itemIndex === 1 ? "content" : "item" }}' },
			},
			items: accounts
				.all()
				.slice(0, 4)
				.map(({ domain }) => ({ domain, 'a.b': [{ c: domain }] })),
		},
	],
	itemLinks: [{ parameters: { domain: '', payload: '={{ $json }}', options: {} } }],
	specialFields: [{ paths: ['options.idempotencyKeyMode', 'options.idempotencyKey'], field: idempotency }],
	formRules: [customKeyIsFilled, accountIsNamed],
	marked: (mark, { accountId }) => ({ accountId, payload: `={"mark":"${mark.slice(1)}"}` }),
} satisfies OperationCase;
