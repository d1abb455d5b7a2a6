import type { OperationCase } from '../../../../cases/operationCase';
import type { FormRule } from '../../properties/given';

/** An entry belongs to an account. */
const accountIsNamed: FormRule = (givens) => {
	const names = ['accountId', 'domain', 'additionalFields.name'];
	const isNamed = givens.some(
		({ parameter, meant }) => names.includes(parameter) && meant !== undefined,
	);
	return isNamed ? [] : ['accountId'];
};

/** Without a key of its own, an entry would be written again by the next run. */
const keyIsGiven: FormRule = (givens) => {
	const key = givens.find(({ parameter }) => parameter === 'options.idempotencyKey');
	return key?.byExpression && key.meant === undefined ? [key.parameter] : [];
};

export default {
	calls: ['createAccountLog'],
	needs: ({ accountId }) => ({
		accountId,
		domain: 'acme.com',
		source: 'crm',
		payload: '{"a":1}',
		options: { idempotencyKeyMode: 'content', idempotencyKey: 'D-1|null-punkt.de' },
	}),
	ways: ({ accounts }) => [
		{
			title: 'for several items, by expressions',
			parameters: {
				...{ accountId: '={{ undefined }}', domain: '={{ $json.domain }}' },
				source: '={{ "source-" + $itemIndex }}',
				type: '={{ $itemIndex || "" }}',
				payload: '={{ $json }}',
				additionalFields: { name: '={{ $itemIndex ? "Deal " + $itemIndex : null }}' },
				options: { idempotencyKeyMode: '={{ ["item", "content", "none"][$itemIndex % 3] }}' },
			},
			items: accounts
				.all()
				.slice(0, 4)
				.map(({ domain }) => ({ domain, 'a.b': [{ c: domain, d: null }] })),
		},
	],
	itemLinks: [{ parameters: { domain: '', payload: '={{ $json }}', options: {} } }],
	formRules: [accountIsNamed, keyIsGiven],
	marked: (mark, { accountId }) => ({ accountId, payload: `={"mark":"${mark.slice(1)}"}` }),
} satisfies OperationCase;
