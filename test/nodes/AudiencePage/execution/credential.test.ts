import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest } from '../../../service/sandbox';
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

const runByItem = async (parameters: INodeParameters) =>
	await runNode(services()[0]!, parameters, { items: itemsInTurn(), credentials: BY_ITEM });

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

test.each(['$itemIndex % 2', '$json.n % 2', '$("Input").item.json.n % 2', '$position % 2'])(
	'A credential that is chosen by %s is each item’s own',
	async (condition) => {
		const { error } = await runNode(services()[0]!, CREATE, {
			items: itemsInTurn(),
			credentials: chosenBy(condition),
		});
		expect(error).toBeUndefined();
		expect([0, 1].map(namesAt)).toEqual([namesOf(0), namesOf(1)]);
	},
);

test('An item whose credential cannot be used fails alone', async () => {
	const [first, ...others] = itemsInTurn();
	const items = [{ ...first, apiKey: '' }, ...others];
	const options = { items, credentials: BY_ITEM, onError: 'continueRegularOutput' } as const;
	const { json } = await runNode(services()[0]!, CREATE, options);
	const failed = { ...items[0], error: expect.stringContaining('API Key') as string };
	expect(json.filter(({ error }) => error)).toEqual([failed]);
});

/** How often a run reads the credential. */
async function readsOf(parameters: INodeParameters, options: WorkflowOptions): Promise<number[]> {
	const spy = jest.spyOn(CredentialsHelper.prototype, 'authenticate');
	await runNode(services()[0]!, parameters, options);
	const helpers = new Set(spy.mock.contexts as CredentialsHelper[]);
	spy.mockRestore();
	return [...helpers].map((helper) => helper.reads);
}

const LIST = { resource: 'person', operation: 'getAll', returnAll: true, options: { pageSize: 1 } };
const ONE_BY_ONE = { ...CREATE, options: { maxConcurrentRequests: 1 } };
const SAME_FOR_ALL = { ...BY_ITEM, apiKey: '={{ "key-of-a" }}' };

test.each<[string, INodeParameters, WorkflowOptions, number]>([
	['once without expressions, to write', CREATE, {}, 1],
	['once without expressions, to read pages', LIST, {}, 1],
	['once an item, and once to see the expressions', CREATE, { credentials: BY_ITEM }, 1 + 4],
	['the same for expressions that give all items the same', CREATE, { credentials: SAME_FOR_ALL }, 1 + 4],
	[
		'at each attempt, also for what was written',
		ONE_BY_ONE,
		{ credentials: SAME_FOR_ALL, retryOnFail: true, maxTries: 2 },
		1 + 3 + 1 + 4,
	],
])('A credential is read %s', async (_what, parameters, options, reads) => {
	const isThird = ({ body }: RecordedRequest) => (body as IDataObject).name === 'Row 4';
	if (options.retryOnFail) services()[0]!.failNext('unprocessable', { when: isThird });
	const items = itemsInTurn().filter(({ n }) => n < 8 && n % 2 === 0);
	expect(await readsOf(parameters, { items, ...options })).toEqual([reads]);
});
