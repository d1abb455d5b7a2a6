import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['updateAccount'],
	needs: ({ accountId }) => ({ accountId, name: 'Acme' }),
	ways: () => [{ title: 'of a number for a name', parameters: { name: '={{ $itemIndex }}' } }],
	marked: (mark) => ({ name: mark }),
} satisfies OperationCase;
