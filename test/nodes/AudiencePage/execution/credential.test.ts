import type { INodeParameters } from 'n8n-workflow';
import { CredentialsHelper } from '../../../support/credentialsHelper';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

/** Two tenants of two services, each with a key of its own. */
const SERVICES = ['key-of-a', 'key-of-b'].map((apiKey) =>
	useSandbox({ apiKey, sizes: { persons: 3 } }),
);
const services = () => SERVICES.map((service) => service());

/** As n8n lets a user fill in a credential: chosen by the data of the item. */
const BY_ITEM = { baseUrl: '={{ $json.baseUrl }}', apiKey: '={{ $json.apiKey }}' };
const COUNT = 20;
const itemsInTurn = () =>
	Array.from({ length: COUNT }, (_, n) => {
		const { url: baseUrl, apiKey } = services()[n % 2]!;
		return { n, baseUrl, apiKey, email: `person-${n >> 1}@tenants.example` };
	});

const run = async (parameters: INodeParameters, options: WorkflowOptions) =>
	await runNode(services()[0]!, parameters, { items: itemsInTurn(), ...options });

beforeEach(() => {
	for (const { store } of services()) {
		for (const { personId } of [...store.persons.all()]) store.persons.remove(personId);
	}
});

const CREATE = { resource: 'person', operation: 'create', name: '=Row {{ $json.n }}' };
const UPSERT = { ...CREATE, operation: 'upsert', matchValue: '={{ $json.email }}' };

test.each<[string, INodeParameters]>([
	['to create', CREATE],
	['to create or update', { ...UPSERT, options: { findBy: 'search' } }],
	['of people who are all read', { ...UPSERT, options: { findBy: 'readAll' } }],
])(
	'A credential whose fields are expressions is each item’s own: %s',
	async (_what, parameters) => {
		const { error, json } = await run(parameters, { credentials: BY_ITEM });
		expect(error).toBeUndefined();
		const names = Array.from({ length: COUNT }, (_, n) => `Row ${n}`);
		expect(json.map(({ name }) => name)).toEqual(names);
		const written = services().map(
			({ store }) => new Set(store.persons.all().map(({ name }) => name)),
		);
		expect(written).toEqual([0, 1].map((rest) => new Set(names.filter((_, n) => n % 2 === rest))));
	},
);

const LIST = { resource: 'person', operation: 'getAll', returnAll: true, options: { pageSize: 1 } };
const SAME_FOR_ALL = { ...BY_ITEM, apiKey: '={{ "key-of-a" }}' };

test.each<[string, INodeParameters, WorkflowOptions, number]>([
	['once without expressions, to write', CREATE, {}, 1],
	['once without expressions, to read pages', LIST, {}, 1],
	['once an item, and once to see the expressions', CREATE, { credentials: SAME_FOR_ALL }, 1 + 4],
])('A credential is read %s', async (_what, parameters, options, reads) => {
	const spy = jest.spyOn(CredentialsHelper.prototype, 'authenticate');
	await run(parameters, {
		items: itemsInTurn().filter(({ n }) => n < 8 && n % 2 === 0),
		...options,
	});
	const helpers = new Set(spy.mock.contexts as CredentialsHelper[]);
	spy.mockRestore();
	expect([...helpers].map((helper) => helper.reads)).toEqual([reads]);
});
