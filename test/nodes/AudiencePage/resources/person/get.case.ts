import type { OperationCase } from '../../../../cases/operationCase';
import { record } from '../../../../previews/schema';

export default {
	calls: ['searchPersons'],
	needs: ({ email }) => ({ matchOn: 'email', matchValue: email }),
	output: record('Person'),
} satisfies OperationCase;
