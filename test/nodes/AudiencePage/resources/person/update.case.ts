import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';
import { notSetAndCleared } from '../../properties/special';

export default {
	calls: ['updatePerson'],
	needs: ({ personId }) => ({
		personId: byId(personId),
		updateFields: { name: 'Nathan', domain: 'acme.com' },
	}),
	ways: () => [
		{
			title: 'with fields to clear',
			parameters: { updateFields: { domain: 'acme.com' }, fieldsToClear: ['email', 'phoneNumber'] },
		},
		{
			title: 'by columns',
			parameters: { dataToSend: 'autoMapInputData', fieldsToClear: ['domain'] },
			items: [{ Name: 'Ada Lovelace', LinkedIn: 'https://www.linkedin.com/in/ada', Notes: 'x' }],
		},
	],
	formRules: [notSetAndCleared],
	marked: (mark) => ({ updateFields: { name: mark } }),
} satisfies OperationCase;
