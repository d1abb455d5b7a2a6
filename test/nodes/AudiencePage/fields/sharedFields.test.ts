import type { INodeProperties } from 'n8n-workflow';
import { shareFields } from '../../../../nodes/AudiencePage/fields/sharedFields';

const field = (name: string, description = ''): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	description,
});
const form = (name: string, ...fields: INodeProperties[]) => {
	const [resource = '', operation = ''] = name.split('.');
	return { resource, operation, fields };
};

/** Each field with what it is shown for, such as `limit: page, person / getAll`. */
const shared = (...forms: Array<ReturnType<typeof form>>): string[] =>
	shareFields(forms).map(({ name, displayOptions }) => {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		return `${name}: ${resource.map(String).join(', ')} / ${operation.map(String).join(', ')}`;
	});

test.each([
	[
		'what is equal stands once, and what follows it behind it',
		shared(
			form('page.getAll', field('limit'), field('sort')),
			form('person.getAll', field('id'), field('limit'), field('query'), field('sort')),
		),
		[
			'id: person / getAll',
			'limit: page, person / getAll',
			'query: person / getAll',
			'sort: page, person / getAll',
		],
	],
	[
		'what differs in anything stands alone',
		shared(form('page.get', field('id', 'A page')), form('person.get', field('id', 'A person'))),
		['id: person / get', 'id: page / get'],
	],
	[
		'what an operation between them lacks is not shared',
		shared(form('page.get', field('id')), form('person.get'), form('person.update', field('id'))),
		['id: person / update', 'id: page / get'],
	],
	[
		'no form gets another order',
		shared(
			form('page.get', field('id'), field('name')),
			form('page.update', field('name'), field('id')),
		),
		['id: page / get', 'name: page / get, update', 'id: page / update'],
	],
])('%s', (_rule, fields, expected) => {
	expect(fields).toEqual(expected);
});

test('fields with hooks are equal only if those are the same functions', () => {
	const withHook = () => ({
		...field('id'),
		routing: { send: { preSend: [async (request: object) => await Promise.resolve(request)] } },
	});
	const first = withHook() as INodeProperties;
	const second = withHook() as INodeProperties;
	expect(shared(form('page.get', first), form('page.update', first))).toHaveLength(1);
	expect(shared(form('page.get', first), form('page.update', second))).toHaveLength(2);
});
