import { operationOf, operations as endpoints } from '../service/judge';
import { events, operations } from '../support/description';
import { endpointOf } from '../support/endpoints';
import { runnable } from '../support/everyOperation';
import { checkCases, eventCases, operationCases } from '.';

test('every operation and every event has a case', () => {
	expect(checkCases).not.toThrow();
});

test('every case is one of an operation or event', () => {
	const names = [...operations.map(({ name }) => name), ...events.map(({ event }) => event)];
	const cases = [...Object.keys(operationCases), ...Object.keys(eventCases)];
	expect(cases.filter((name) => !names.includes(name))).toEqual([]);
});

test('every endpoint of the interface is called by an operation', () => {
	const called = runnable.flatMap(({ testCase }) => testCase.calls);
	expect(
		endpoints.map(({ operationId }) => operationId).filter((id) => !called.includes(id)),
	).toEqual([]);
});

test.each(runnable)('$name calls the endpoints of its case', ({ option, testCase }) => {
	const { method, path } = operationOf(testCase.calls[0]);
	expect(endpointOf(option)).toBe(`${method} ${path}`);
	expect(new Set(testCase.calls).size).toBe(testCase.calls.length);
});
