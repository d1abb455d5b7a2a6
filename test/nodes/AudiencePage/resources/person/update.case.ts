import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';

export default {
	calls: ['updatePerson'],
	needs: ({ personId }) => ({
		personId: byId(personId),
		updateFields: { name: 'Eva', domain: 'acme.com' },
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
} satisfies OperationCase;
