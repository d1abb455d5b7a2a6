import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import {
	optionsCollection,
	previewOnly,
	maxConcurrentRequests,
} from '../../../../nodes/AudiencePage/fields/collections';
import { OUTPUT_FIELDS } from '../../../../nodes/AudiencePage/fields/outputFields';
import { RESOURCES } from '../../../../nodes/AudiencePage/resources';
import {
	describeResource,
	formOf,
	rulesOf,
	titlesOf,
	unordered,
	type Operation,
} from '../../../../nodes/AudiencePage/resources/operation';

const rulesNamed = (name: string) => {
	const [resource, operation] = name.split('.');
	return rulesOf(RESOURCES, { resource, operation });
};

/** The ordering keys of a request, if the form has these parameters. */
const keysOf = (
	operation: string,
	url: string,
	body: IDataObject,
	parameters: INodeParameters = {},
): string[] => {
	const getNodeParameter = (name: string, fallback?: unknown) => parameters[name] ?? fallback;
	const getNode = () => ({ parameters });
	const context = { getNodeParameter, getNode } as unknown as IExecuteSingleFunctions;
	return rulesNamed(operation).write!.orderingKeys({ url, body }, context);
};

test('a write is repeatable, unless it is a POST that looks for nothing first', () => {
	const names = RESOURCES.flatMap(({ option: resource, operations }) =>
		operations.map(({ option }) => `${resource.value}.${option.value}`),
	);
	const isOnce = (name: string) => rulesNamed(name).write?.isRepeatable === false;
	const returning = { ifNameExists: 'returnExisting' };
	const create = { resource: 'audience', operation: 'create', options: returning };
	expect(rulesOf(RESOURCES, create).write?.isRepeatable).toBe(true);
	expect(names.filter(isOnce)).toEqual([
		'accountLog.create',
		'audience.create',
		'audienceMessage.restore',
		'person.create',
	]);
});

test('rules name the record of an operation, and whether its path does', () => {
	expect(rulesNamed('person.update').record).toMatchObject({ idField: 'personId', isInPath: true });
	expect(rulesNamed('person.getAll').record).toMatchObject({
		idField: 'personId',
		isInPath: false,
	});
	expect(rulesNamed('person.getAll').write).toBeUndefined();
	expect(rulesNamed('analytics.getSummary').record).toBeUndefined();
	for (const unknown of ['person.unknown', 'unknown.get']) expect(rulesNamed(unknown)).toEqual({});
});

test('a resource lists its operations by name, preselects its first, and has the fields of each, what they share once, then its options, whose hooks run after those of all fields', () => {
	const hook = async (request: IHttpRequestOptions) => await Promise.resolve(request);
	const hooks = [hook.bind(1), hook.bind(2)];
	const field = { displayName: 'First', name: 'first', type: 'string', default: '' } as const;
	const last = { ...field, name: 'last' };
	const option = { ...field, displayName: 'Option', name: 'option' };
	const [four, five] = ['abcd', 'abcde'].map((fields) => ({ idField: 'id', fields: [...fields] }));
	const get: Operation = {
		option: { name: 'Get', value: 'get', routing: { request: { method: 'GET', url: '/' } } },
		fields: [field, last],
		options: [option],
		record: five!,
		afterFields: hooks,
	};
	const create: Operation = {
		option: {
			name: 'Create',
			value: 'create',
			action: 'Create a thing',
			description: 'Creates it',
			routing: { request: { method: 'POST', url: '={{ $parameter["id"] }}' } },
		},
		fields: [field],
		record: four!,
		orderingKeys: unordered,
	};
	const thing = { name: 'Thing', value: 'thing', description: 'A thing' };
	const shownFor = (...operation: string[]) => ({
		displayOptions: { show: { resource: ['thing'], operation } },
	});
	const resource = describeResource('thing', 'Thing', 'A thing', [get, create]);
	expect(titlesOf([resource])).toEqual({ 'thing.create': 'Create a Thing', 'thing.get': 'Get' });
	const form = formOf([resource]);
	const chosen = form.flatMap(({ options = [] }) => options as INodeProperties[]);
	const fieldsToChoose = chosen.find(({ name }) => name === OUTPUT_FIELDS);
	expect(fieldsToChoose?.displayName).toBe('Output Fields');
	const operationField = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['thing'] } },
		default: 'get',
		options: [create.option, get.option],
	};
	expect(resource).toEqual({ option: thing, operationField, operations: [create, get] });
	expect(form).toEqual([
		operationField,
		{ ...field, ...shownFor('create', 'get') },
		{ ...last, ...shownFor('get') },
		{
			...optionsCollection(option, fieldsToChoose!, maxConcurrentRequests),
			...shownFor('get'),
			routing: { send: { preSend: hooks } },
		},
		{ ...optionsCollection(previewOnly, maxConcurrentRequests), ...shownFor('create') },
	]);
});

test.each<[string, string, IDataObject, string[]]>([
	[
		'person.update',
		'/v0/persons/%20ADA%40acme.com%09',
		{ name: 'x' },
		['/v0/persons/ada@acme.com'],
	],
	[
		'topicEntry.update',
		'/v0/topics/t%2F1/entries/e1',
		{ sortOrder: 1 },
		['/v0/topics/t/1/entries/e1'],
	],
	['person.create', '/v0/persons', { name: 'x', domain: 'acme.com' }, []],
	['accountLog.create', '/v0/account_logs', { domain: ' Acme.COM' }, ['acme.com']],
	[
		'accountLog.create',
		'/v0/account_logs',
		{ accountId: 'a1', domain: 'acme.com' },
		['a1', 'acme.com'],
	],
	['audience.create', '/v0/pages/p1/audiences', {}, []],
	[
		'audienceMessage.restore',
		'/v0/pages/p/audiences/a/messages/m1/restore',
		{},
		['/v0/pages/p/audiences/a'],
	],
])('%s at %s with %j is ordered by %j', (operation, url, body, keys) => {
	expect(keysOf(operation, url, body)).toEqual(keys);
});

test.each<[INodeParameters, string]>([
	[{}, 'email:ada@acme.com'],
	[{ matchOn: 'name' }, 'name:Ada Lovelace'],
	[{ matchOn: 'phoneNumber' }, 'phoneNumber:+49301234567'],
])('Create or Update with %j is ordered by %j alone: many may share the rest', (match, record) => {
	const values = { name: ' Ada Lovelace', email: 'Ada@ACME.com ', phoneNumber: '+49 (30) 1234567' };
	expect(keysOf('person.upsert', '/v0/persons', values, match)).toEqual([record]);
});
