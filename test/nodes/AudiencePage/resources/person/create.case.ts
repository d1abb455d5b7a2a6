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
	],
	marked: (mark) => ({ name: mark }),
} satisfies OperationCase;
