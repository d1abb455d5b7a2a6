import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['createPerson'],
	needs: () => ({ name: 'Nathan Smith' }),
	marked: (mark) => ({ name: mark }),
} satisfies OperationCase;
