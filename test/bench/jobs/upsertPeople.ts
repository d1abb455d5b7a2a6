/** Half of the people are there, with other names and no phone numbers; then all are, as they are wanted. */
import { audiencePage, type Step } from '../../n8n/harness/steps';
import type { SandboxProcess } from '../sandbox';
import { chain, httpRequest, ITEMS, sendFields, type Flow } from './flow';
import { shortfall, type RunJob } from './job';

interface Wanted {
	email: string;
	name: string;
	phoneNumber: string;
}

const PEOPLE_PATH = '/v0/persons';

/** No email is a part of another one: a search finds one person at most. */
const people = (count: number): Wanted[] =>
	Array.from({ length: count }, (_, n) => {
		const serial = String(n).padStart(7, '0');
		return { email: `person-${serial}@import.example`, name: `Person ${n}`, phoneNumber: `+1555${serial}` };
	});

async function createHalf(sandbox: SandboxProcess, count: number): Promise<void> {
	await sandbox.restart(); // with each person that it has, a search takes longer
	for (const { email } of people(count).filter((_, n) => n % 2 === 0)) {
		await sandbox.call(PEOPLE_PATH, { method: 'POST', body: JSON.stringify({ email, name: 'Old name' }) });
	}
}

async function readAll(sandbox: SandboxProcess): Promise<Wanted[]> {
	const all: Wanted[] = [];
	for (let cursor: string | null = ''; cursor !== null; ) {
		const query: string = cursor && `&cursor=${cursor}`;
		const page = await sandbox.call<{ items: Wanted[]; nextCursor: string | null }>(
			`${PEOPLE_PATH}/search?limit=1000${query}`,
		);
		all.push(...page.items);
		cursor = page.nextCursor;
	}
	return all;
}

async function notThereOnce(sandbox: SandboxProcess, count: number): Promise<string[]> {
	const all = await readAll(sandbox);
	const isThereOnce = ({ email, name, phoneNumber }: Wanted) => {
		const [person, ...others] = all.filter((one) => one.email === email);
		return person?.name === name && person.phoneNumber === phoneNumber && others.length === 0;
	};
	return shortfall('there once', people(count).filter(isThereOnce).length, count);
}

const isFound: Step = {
	name: 'If',
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: 'found',
					leftValue: '={{ $json.items.length }}',
					rightValue: 0,
					operator: { type: 'number', operation: 'gt' },
				},
			],
		},
		options: {},
	},
};
const merge: Step = { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: {} };

/** A field of the item that a person was searched for. */
const wanted = (field: keyof Wanted): string => `={{ $('${ITEMS}').item.json.${field} }}`;

function searchThenWrite(baseUrl: string): Flow {
	const url = `${baseUrl}${PEOPLE_PATH}`;
	const query = { name: 'query', value: '={{ $json.email }}' };
	const search = { url: `${url}/search`, sendQuery: true, queryParameters: { parameters: [query] } };
	const update = {
		method: 'PATCH',
		url: `=${url}/{{ $json.items[0].personId }}`,
		...sendFields({ name: wanted('name'), phoneNumber: wanted('phoneNumber') }),
	};
	const create = {
		method: 'POST',
		url,
		...sendFields({ email: wanted('email'), name: wanted('name'), phoneNumber: wanted('phoneNumber') }),
	};
	return {
		steps: [
			httpRequest(search, 'Search'),
			isFound,
			httpRequest(update, 'Update'),
			httpRequest(create, 'Create'),
			merge,
		],
		links: [
			['Search', 'If'],
			['If', 'Update', 0],
			['If', 'Create', 1],
			['Update', 'Merge'],
			['Create', 'Merge', 0, 1],
		],
	};
}

/** Creates people, or updates those who have the email. */
export const upsertPeople = (records: number): RunJob => ({
	records,
	items: people,
	prepare: createHalf,
	problems: async (sandbox, _before, count) => await notThereOnce(sandbox, count),
	ourNode: chain(
		audiencePage({
			resource: 'person',
			operation: 'upsert',
			matchValue: '={{ $json.email }}',
			name: '={{ $json.name }}',
			additionalFields: { phoneNumber: '={{ $json.phoneNumber }}' },
			options: {},
		}),
	),
	httpRequest: searchThenWrite,
});
