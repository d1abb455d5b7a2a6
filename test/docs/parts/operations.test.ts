import { operations as endpoints } from '../../service/judge';
import { operations } from '../../support/description';
import { endpointsOf, operationParts } from './operations';

const table = operationParts.operations!((path) => path)
	.split('\n')
	.slice(2);

test('every operation has a row, and its resource a page', () => {
	expect(table).toHaveLength(operations.length);
	const linked = table.filter((row) => row.includes('](docs/resources/'));
	expect(linked).toHaveLength(new Set(operations.map(({ resource }) => resource)).size);
});

test('what the rows name are the endpoints of the interface, and all of them', () => {
	const named = operations.flatMap((operation) => endpointsOf(operation).match(/`[^`]+`/g) ?? []);
	const known = endpoints.map(({ method, path }) => `\`${method} ${path}\``);
	expect([...new Set(named)].sort()).toEqual(known.sort());
});

test('what an operation does is said without a full stop', () => {
	expect(table.filter((row) => /\.( \||$)/.test(row))).toEqual([]);
});
