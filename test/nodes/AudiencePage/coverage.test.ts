import { operationOf, operations as endpoints } from '../../service/judge';
import { operations } from '../../support/description';
import coverage from './coverage.json';

type Covered = { resource: string; operation: string };
type Entry = Covered | { notYet: string };

const entries = Object.entries(coverage as Record<string, Entry>);
const covered = entries.flatMap(([operationId, entry]) =>
	'resource' in entry ? [{ operationId, ...entry }] : [],
);

/** An n8n expression for a path, in the interface's way of writing one. */
const asTemplate = (url = '') =>
	url
		.replace(/^=/, '')
		.replace(/\{\{encodeURIComponent\(\$parameter\["(\w+)"\]\)\}\}/g, (_expression, name: string) => {
			return `{${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}}`;
		});

test('every endpoint of the interface is in the manifest, and no other', () => {
	expect(entries.map(([operationId]) => operationId).sort()).toEqual(
		endpoints.map(({ operationId }) => operationId).sort(),
	);
	expect(endpoints).toHaveLength(20);
});

test('every operation of the node is in the manifest', () => {
	const named = covered.map(({ resource, operation }) => `${resource}.${operation}`).sort();
	expect(named).toEqual(operations.map(({ resource, operation }) => `${resource}.${operation}`).sort());
});

test.each(covered)(
	'$operationId is called by $resource.$operation',
	({ operationId, resource, operation }) => {
		const described = operations.find((one) => one.resource === resource && one.operation === operation);
		const { method, url } = described?.option.routing?.request ?? {};
		const endpoint = operationOf(operationId);
		expect(`${method} ${asTemplate(url)}`).toBe(`${endpoint.method} ${endpoint.path}`);
	},
);
