import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, SEARCH, useNobody } from './people';

const { sandbox } = useNobody();

const get = async (parameters: INodeParameters = {}, options: WorkflowOptions = {}) =>
	await runNode(
		sandbox(),
		{ resource: 'person', operation: 'get', matchValue: 'ada@acme.com', ...parameters },
		options,
	);

const ada = {
	name: 'Ada Lovelace',
	email: 'ada@acme.com',
	linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
	phoneNumber: '+4930123456',
};

test.each(Object.entries({ ...ada, email: ' ADA@acme.com ' }))(
	'Finds a person by %s, as Create or Update does',
	async (matchOn, matchValue) => {
		const person = addPerson(sandbox(), ada);
		addPerson(sandbox(), { name: 'Ada Lovelace King', email: 'king.ada@acme.com.example' });
		const { items } = await get({ matchOn, matchValue });
		expect(items).toEqual([{ json: person, pairedItem: { item: 0 } }]);
	},
);

describe('Nobody matches', () => {
	const lookups: IDataObject[] = [{ email: 'nobody@acme.com' }, { email: 'ada@acme.com' }];
	const getEach = async (options: INodeParameters) => {
		addPerson(sandbox(), ada);
		return await get({ matchValue: '={{ $json.email }}', options }, { items: lookups });
	};

	test('that is an error, which names the value', async () => {
		const { error } = await getEach({});
		expect(error).toMatchObject({
			message: 'Match Value matches nobody. Check the value (got "nobody@acme.com")',
			description: expect.stringContaining('Nothing was done for item 0') as string,
		});
	});

	test.each([
		['emptyItem', [{}, expect.objectContaining(ada)], [0, 1]],
		['noItem', [expect.objectContaining(ada)], [1]],
	])('%s: %j', async (ifNotFound, outputs, itemsOfOutputs) => {
		const { json, items } = await getEach({ ifNotFound });
		expect(json).toEqual(outputs);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(itemsOfOutputs.map((item) => ({ item })));
	});
});

describe('Many lookups', () => {
	const items = Array.from({ length: 50 }, (_, index) => ({ phone: `+49301${index}` }));

	test('of the same person share one search, and each has an output of its own', async () => {
		addPerson(sandbox(), ada);
		const { json } = await get({}, { items });
		expect(calls(sandbox())).toEqual([SEARCH]);
		expect(json).toHaveLength(50);
		expect(new Set(json).size).toBe(50);
	});

	test('by a field that the service may not search read all people once', async () => {
		for (const { phone } of items) addPerson(sandbox(), { phoneNumber: phone });
		const { json } = await get({ matchOn: 'phoneNumber', matchValue: '={{ $json.phone }}' }, { items });
		expect(calls(sandbox())).toEqual([SEARCH]);
		expect(json.map(({ phoneNumber }) => phoneNumber)).toEqual(items.map(({ phone }) => phone));
	});

	test('search again after a search that failed', async () => {
		addPerson(sandbox(), ada);
		sandbox().failNext('unprocessable', { times: 2 }); // with a limit and without
		const { json } = await get(
			{ options: { maxConcurrentRequests: 1 } },
			{ items: [{}, {}], onError: 'continueRegularOutput' },
		);
		expect(json).toEqual([{ error: expect.any(String) as string }, expect.objectContaining(ada)]);
	});
});

test.each<[string, INodeParameters]>([
	['Match Value must not be empty', { matchValue: ' ' }],
	['Match Value must be text', { matchValue: '={{ ["ada@acme.com"] }}' }],
	['If Not Found must be error, emptyItem or noItem (got "none")', { options: { ifNotFound: 'none' } }],
])('%s: nothing is sent', async (message, parameters) => {
	const { error } = await get(parameters);
	expect(error?.message).toContain(message);
	expect(calls(sandbox())).toEqual([]);
});
