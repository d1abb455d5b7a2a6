import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { CredentialsHelper } from '../../../support/credentialsHelper';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

/** Two tenants of two services, each with a key of its own. */
const SERVICES = [
	useSandbox({ apiKey: 'key-of-a', sizes: { persons: 3 } }),
	useSandbox({ apiKey: 'key-of-b', sizes: { persons: 3 } }),
];
const services = () => SERVICES.map((service) => service());

/** As n8n lets a user fill in a credential: chosen by the data of the item. */
const BY_ITEM = { baseUrl: '={{ $json.baseUrl }}', apiKey: '={{ $json.apiKey }}' };
/** The same by the index of the item, or in part by its data. */
const chosenBy = (condition: string) => {
	const [a, b] = services().map(({ url: baseUrl, apiKey }) => ({ baseUrl, apiKey }));
	const choice = (field: 'baseUrl' | 'apiKey') => `={{ ${condition} ? "${b![field]}" : "${a![field]}" }}`;
	return { baseUrl: choice('baseUrl'), apiKey: choice('apiKey') };
};

const COUNT = 20;
const itemsInTurn = () =>
	Array.from({ length: COUNT }, (_, n) => {
		const { url: baseUrl, apiKey } = services()[n % 2]!;
		return { n, baseUrl, apiKey, email: `person-${n >> 1}@tenants.example` };
	});

const runByItem = async (parameters: INodeParameters, onError?: INode['onError']) =>
	await runNode(services()[0]!, parameters, { items: itemsInTurn(), credentials: BY_ITEM, onError });

/** The numbers in the names of the people whom a service has got. */
const namesAt = (service: number) =>
	services()
		[service]!.store.persons.all()
		.flatMap(({ name }) => (/^Row \d+$/.test(name) ? [name] : []))
		.sort();

const namesOf = (rest: number) =>
	Array.from({ length: COUNT }, (_, n) => n)
		.filter((n) => n % 2 === rest)
		.map((n) => `Row ${n}`)
		.sort();

beforeEach(() => {
	for (const { store } of services()) {
		for (const { personId } of [...store.persons.all()]) store.persons.remove(personId);
	}
});

const CREATE = { resource: 'person', operation: 'create', name: '=Row {{ $json.n }}' };
const UPSERT = { ...CREATE, operation: 'upsert', matchValue: '={{ $json.email }}' };

test.each<[string, INodeParameters]>([
	['Create', CREATE],
	['Create or Update', { ...UPSERT, options: { findBy: 'search' } }],
	['Create or Update of people who are all read', { ...UPSERT, options: { findBy: 'readAll' } }],
])('%s: a credential whose fields are expressions is each item’s own', async (_what, parameters) => {
	const { error, json } = await runByItem(parameters);
	expect(error).toBeUndefined();
	expect(json.map(({ name }) => name)).toEqual(Array.from({ length: COUNT }, (_, n) => `Row ${n}`));
	expect([0, 1].map(namesAt)).toEqual([namesOf(0), namesOf(1)]);
});

test.each([
	'$itemIndex % 2',
	'$json.n % 2',
	'$input.item?.json.n % 2',
	'$("Input").item.json.n % 2',
	'$position % 2',
])('A credential that is chosen by %s is each item’s own', async (condition) => {
	const { error } = await runNode(services()[0]!, CREATE, {
		items: itemsInTurn(),
		credentials: chosenBy(condition),
	});
	expect(error).toBeUndefined();
	expect([0, 1].map(namesAt)).toEqual([namesOf(0), namesOf(1)]);
});

test('An item whose credential cannot be used fails alone', async () => {
	const items = itemsInTurn().map((item, n) => (n === 0 ? { ...item, apiKey: '' } : item));
	const { items: done, errorItems } = await runNode(services()[0]!, CREATE, {
		items,
		credentials: BY_ITEM,
		onError: 'continueErrorOutput',
	});
	expect(done).toHaveLength(COUNT - 1);
	expect(errorItems).toEqual([
		expect.objectContaining({ json: { ...items[0], error: expect.stringContaining('API Key') as string } }),
	]);
});

/** How often a run reads the credential. */
async function readsOf(parameters: INodeParameters, options: WorkflowOptions): Promise<number[]> {
	const spy = jest.spyOn(CredentialsHelper.prototype, 'authenticate');
	const helpers = new Set<CredentialsHelper>();
	await runNode(services()[0]!, parameters, options);
	for (const helper of spy.mock.contexts) helpers.add(helper as CredentialsHelper);
	spy.mockRestore();
	return [...helpers].map((helper) => helper.reads);
}

const items = (count: number) => itemsInTurn().slice(0, count);
const LIST = { resource: 'person', operation: 'getAll', returnAll: true, options: { pageSize: 1 } };

test.each([
	['writes', CREATE],
	['reads', LIST],
])('A run that %s reads a credential without expressions once', async (_what, parameters) => {
	expect(await readsOf(parameters, { items: items(4) })).toEqual([1]);
});

test.each([
	['of the item', BY_ITEM],
	[
		'that are the same for all items',
		{ ...BY_ITEM, apiKey: '={{ "key-of-a" }}', baseUrl: '={{ $json.baseUrl }}' },
	],
])(
	'A run reads a credential with expressions %s once an item, and once to see them',
	async (_what, credentials) => {
		expect(await readsOf(CREATE, { items: items(4), credentials })).toEqual([1 + 4]);
	},
);

test('Each try reads it once an item, also what was written', async () => {
	services()[0]!.failNext('unprocessable', { when: ({ body }) => (body as IDataObject).name === 'Row 2' });
	const oneByOne = { ...CREATE, options: { maxConcurrentRequests: 1 } };
	const again = { retryOnFail: true, maxTries: 2 };
	const credentials = { ...BY_ITEM, baseUrl: services()[0]!.url, apiKey: '={{ "key-of-a" }}' };
	expect(await readsOf(oneByOne, { items: items(5), credentials, ...again })).toEqual([1 + 3 + 1 + 5]);
});
