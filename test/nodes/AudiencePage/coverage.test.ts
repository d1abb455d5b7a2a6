import { operationOf, operations as endpoints } from '../../service/judge';
import { nameOf, operations } from '../../support/description';
import { endpointOf } from '../../support/endpoints';
import coverage from './coverage.json';

const { endpoints: covered, compositions } = coverage;
const operationIds = Object.keys(covered);

test('every endpoint of the interface is in the manifest, and no other', () => {
	expect([...operationIds].sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
	expect(operationIds).toHaveLength(20);
});

test('every operation of the node is in the manifest, once', () => {
	const named = [...Object.values(covered), ...compositions].map(nameOf).sort();
	expect(named).toEqual(operations.map(({ name }) => name).sort());
});

test.each(Object.entries(covered))('%s is called by %j', (operationId, operation) => {
	const described = operations.find(({ name }) => name === nameOf(operation));
	const { method, path } = operationOf(operationId);
	expect(described && endpointOf(described.option)).toBe(`${method} ${path}`);
});

test.each(compositions)('$resource.$operation is made of $of', ({ of }) => {
	expect(of.filter((operationId) => !operationIds.includes(operationId))).toEqual([]);
});
