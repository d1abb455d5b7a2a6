import * as n8nWorkflow from 'n8n-workflow';
import { compilePlainExpression } from '../../../../nodes/AudiencePage/execution/plainExpression';
import { comparePairs, evaluatorOf } from './plainExpressions';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

const JSON_OF_ITEM = {
	...{ id: 7, name: 'Acme', nothing: null, isOpen: false, 'Deal ID': 'D-1', "owner's": 'Nathan' },
	...{ company: { domain: 'acme.com', tags: ['a', { b: 1 }] }, closed: new Date(0) },
	gaps: Array(2) as unknown,
};
const { evaluate } = evaluatorOf(n8nWorkflow);

test.each<[string, unknown]>([
	['={{ $json.name }}', 'Acme'],
	['={{$json.id}}', 7],
	["={{ $json['Deal ID'] }}", 'D-1'],
	['={{ $json["owner\'s"] }}', 'Nathan'],
	['={{ $json.company }}', JSON_OF_ITEM.company],
	['={{ $json.company.tags[1].b }}', 1],
	['={{ $json.nothing }}', null],
	['={{ $json.isOpen }}', false],
	['={{ $json.id }}{{ $json.name }} ', '7Acme '],
	['={ "id": {{ $json.id }} }', '{ "id": 7 }'],
	['=', ''],
	...[
		...[
			'={{ $json }}',
			'={{ $json.gaps }}',
			'={{ $json.missing }}',
			'={{ $json.company.tags.length }}',
		],
		...['={{ $json.toString }}', '={{ $json["na\\u006de"] }}', '={{ $json.name || "none" }}'],
		...[
			'={{ $json.name }',
			'={{{ $json.name }}}',
			'=is open: {{ $json.isOpen }}',
			'=c: {{ $json.company }}',
		],
	].map((expression): [string, undefined] => [expression, undefined]),
])('%s is read from the item as %j; if undefined, it is left to n8n', (expression, value) => {
	const byN8n = value === undefined ? undefined : evaluate({ expression, json: JSON_OF_ITEM });
	expect([compilePlainExpression(expression)?.(JSON_OF_ITEM), byN8n]).toEqual([value, value]);
});

test('What is plain is what n8n gives', () => {
	expect(comparePairs(evaluate)).toBeGreaterThan(1_000);
});

test('What is nested deeper than JSON is, is left to n8n', () => {
	let nested: unknown = 1;
	for (let depth = 0; depth < 100_000; depth++) nested = { nested };
	expect(compilePlainExpression('={{ $json }}')?.(nested)).toBeUndefined();
});
