import type { OperationCase } from '../../../../cases/operationCase';
import { record } from '../../../../previews/schema';

const person = record('Person');

export default {
	calls: ['createPerson', 'searchPersons', 'updatePerson'],
	needs: () => ({ matchOn: 'email', matchValue: 'nathan@acme.com', name: 'Nathan Smith' }),
	summary: 'Create a person, or update the one that matches',
	itemLinks: [{ parameters: { matchValue: '=linked-{{ $json.n }}@acme.com' } }],
	output: {
		...person,
		required: ['outcome', 'changes'],
		properties: { ...person.properties, outcome: { type: 'string' }, changes: { type: 'object' } },
	},
} satisfies OperationCase;
