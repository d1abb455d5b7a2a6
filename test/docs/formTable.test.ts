import type { INodeProperties } from 'n8n-workflow';

import { formTable } from './formTable';

const field = (properties: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	...properties,
});

const rowsOf = (fields: INodeProperties[], leftOut: string[] = []): string[] =>
	formTable(fields, leftOut).split('\n').slice(2);

test.each<[string, Partial<INodeProperties>, string]>([
	['nothing but its name', {}, '| Name (`name`) |  |  |  |'],
	[
		'a description, a hint and an example',
		{ description: 'Name of it', hint: 'At most 9. Or none.', placeholder: 'e.g. Acme' },
		'| Name (`name`) |  |  | Name of it. At most 9. Or none. Such as `Acme`. |',
	],
	['that it is required', { required: true }, '| Name (`name`) | yes |  |  |'],
	['a switch', { type: 'boolean', default: false }, '| Name (`name`) |  | off |  |'],
	[
		'a number from a least one',
		{ type: 'number', default: 0, typeOptions: { minValue: 0 } },
		'| Name (`name`) |  | `0` | At least `0`. |',
	],
	['an expression', { default: '={{ $json }}' }, '| Name (`name`) |  | `{{ $json }}` |  |'],
	[
		'a choice',
		{
			type: 'options',
			default: 'b',
			options: [
				{ name: 'A', value: 'a', description: 'The first.' },
				{ name: 'B', value: 'b' },
			],
		},
		'| Name (`name`) |  | B | One of *A* (`a`: The first), *B* (`b`). |',
	],
	[
		'several choices',
		{ type: 'multiOptions', default: [], options: [{ name: 'A', value: 'a' }] },
		'| Name (`name`) |  |  | Any of *A* (`a`). |',
	],
	[
		'a record to choose',
		{
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [{ displayName: 'By ID', name: 'id', type: 'string' }],
		},
		'| Name (`name`) |  |  | Given *By ID* (`id`). |',
	],
])('a field that says %s', (_what, properties, row) => {
	expect(rowsOf([field(properties)]).join('\n')).toBe(row);
});

test('nested fields come with the names of what they are in', () => {
	const inner = field({ displayName: 'URL', name: 'url', description: 'Where it leads' });
	const group = { displayName: 'Link', name: 'link', values: [inner] };
	const links = field({ displayName: 'Links', name: 'links', type: 'fixedCollection', options: [group] });
	const filters = field({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		options: [inner, links],
	});
	expect(rowsOf([filters])).toEqual([
		'| Filters › URL (`url`) |  |  | Where it leads. |',
		'| Filters › Links (`links`) |  |  |  |',
		'| Filters › Links › Link › URL (`url`) |  |  | Where it leads. |',
	]);
});

test('a field says on which others it depends', () => {
	const returnAll = field({ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: true });
	const matchOn = field({
		displayName: 'Match On',
		name: 'matchOn',
		type: 'options',
		options: [{ name: 'The Name', value: 'name' }],
	});
	const shown = field({ displayOptions: { show: { resource: ['person'], returnAll: [false] } } });
	const hidden = field({ displayOptions: { hide: { matchOn: ['name'] } } });
	expect(rowsOf([returnAll, matchOn, shown, hidden]).slice(2)).toEqual([
		'| Name (`name`) |  |  | Only if *Return All* is off. |',
		'| Name (`name`) |  |  | Only if *Match On* is not *The Name*. |',
	]);
});

test('what is told elsewhere is left out, wherever it stands', () => {
	const timeout = field({ name: 'timeout' });
	const options = field({ name: 'options', type: 'collection', options: [timeout] });
	expect(rowsOf([options, timeout], ['timeout'])).toEqual([]);
});
