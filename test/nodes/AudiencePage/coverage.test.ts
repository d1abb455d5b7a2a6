import { operationOf, operations as endpoints } from '../../service/judge';
import { operations } from '../../support/description';
import coverage from './coverage.json';

const { endpoints: covered, compositions } = coverage;
const operationIds = Object.keys(covered);

const nameOf = ({ resource, operation }: { resource: string; operation: string }) =>
	`${resource}.${operation}`;

/** An n8n expression for a path, in the interface's way of writing one. */
const asTemplate = (url = '') =>
	url
		.replace(/^=/, '')
		.replace(/\{\{encodeURIComponent\(\$parameter\["(\w+)"\]\)\}\}/g, (_expression, name: string) => {
			return `{${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}}`;
		});

test('every endpoint of the interface is in the manifest, and no other', () => {
	expect([...operationIds].sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
	expect(operationIds).toHaveLength(20);
});

test('every operation of the node is in the manifest, once', () => {
	const named = [...Object.values(covered), ...compositions].map(nameOf).sort();
	expect(named).toEqual(operations.map(nameOf).sort());
});

test.each(Object.entries(covered))('%s is called by %j', (operationId, { resource, operation }) => {
	const described = operations.find((one) => one.resource === resource && one.operation === operation);
	const { method, url } = described?.option.routing?.request ?? {};
	const endpoint = operationOf(operationId);
	expect(`${method} ${asTemplate(url)}`).toBe(`${endpoint.method} ${endpoint.path}`);
});

test.each(compositions)('$resource.$operation is made of $of', ({ of }) => {
	expect(of.filter((operationId) => !operationIds.includes(operationId))).toEqual([]);
});
