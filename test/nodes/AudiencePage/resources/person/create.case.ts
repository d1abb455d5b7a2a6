import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['createPerson'],
	needs: () => ({ name: 'Nathan Smith' }),
} satisfies OperationCase;
