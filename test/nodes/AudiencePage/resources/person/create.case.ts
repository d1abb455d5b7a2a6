import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['createPerson'],
	needs: () => ({ name: 'Nathan Smith' }),
	ways: () => [
		{
			title: 'with every field',
			parameters: {
				name: '={{ "Nathan" }}',
				additionalFields: {
					domain: 'acme.com',
					email: 'nathan@acme.com',
					linkedinProfileUrl: 'https://www.linkedin.com/in/n?x=1',
					phoneNumber: '+4930123456',
				},
			},
		},
		{
			title: 'by columns',
			parameters: { dataToSend: 'autoMapInputData', inputsToIgnore: 'Domain' },
			items: [{ 'First Name': 'Ada', 'Last Name': 'Lovelace', 'E-Mail': 'ada@acme.com', Domain: 'acme.com' }],
		},
		{ title: 'with empty fields', parameters: { additionalFields: { email: '', domain: '={{ null }}' } } },
	],
	marked: (mark) => ({ name: mark }),
} satisfies OperationCase;
