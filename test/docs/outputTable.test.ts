import { outputTable } from './outputTable';

test('every field of an output has its path and its type', () => {
	const table = outputTable({
		type: 'object',
		properties: {
			name: { type: ['string', 'null'] },
			tags: { type: 'array', items: { type: 'string' } },
			people: { type: 'array', items: { type: 'object', properties: { email: { type: 'string' } } } },
			data: { type: 'object', properties: { fileId: { type: 'string' } } },
			result: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
		},
	});
	expect(table.split('\n').slice(2)).toEqual([
		'| `name` | string or null |',
		'| `tags` | array of string |',
		'| `people` | array of object |',
		'| `people[].email` | string |',
		'| `data` | object |',
		'| `data.fileId` | string |',
		'| `result` | any |',
	]);
});
