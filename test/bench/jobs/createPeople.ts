/** New people, each of a row of a spreadsheet. */
import { audiencePage } from '../../n8n/harness/steps';
import { chain, httpRequest, sendFields } from './flow';
import { shortfall, type RunJob } from './job';

const rows = (count: number): object[] =>
	Array.from({ length: count }, (_, n) => ({
		'First Name': 'Person',
		'Last Name': String(n),
		'E-Mail': `person-${n}@import.example`,
		Phone: `0049 (0)30/${String(n).padStart(7, '0')}`,
		Website: 'https://www.import.example/',
		Domain: 'https://www.import.example/',
	}));

const createPerson = { resource: 'person', operation: 'create', options: {} };
const SAME_FOR_ALL = {
	name: 'Person',
	email: 'person@import.example',
	phoneNumber: '+4930123456',
	domain: 'import.example',
};

/** Creates people whose columns map themselves. */
export const createPeople = (records: number): RunJob => {
	const { name, ...additionalFields } = SAME_FOR_ALL;
	return {
		records,
		items: rows,
		problems: async (sandbox, before, count) => {
			const { persons } = await sandbox.state();
			return shortfall('created', persons - before.persons, count);
		},
		ourNode: chain(audiencePage({ ...createPerson, dataToSend: 'autoMapInputData' })),
		ourNodeWithoutExpressions: chain(audiencePage({ ...createPerson, name, additionalFields })),
		httpRequest: (baseUrl) =>
			chain(
				httpRequest({
					method: 'POST',
					url: `${baseUrl}/v0/persons`,
					...sendFields({
						name: "={{ $json['First Name'] }} {{ $json['Last Name'] }}",
						email: "={{ $json['E-Mail'] }}",
						phoneNumber: "={{ $json.Phone.replace('(0)', '').replace(/[ /]/g, '').replace(/^00/, '+') }}",
						domain: "={{ $json.Domain.replace(/^https:..www.|.$/g, '') }}",
					}),
					options: {},
				}),
			),
	};
};
