import { operationOf, operations as endpoints } from '../service/judge';
import { events, operations } from '../support/description';
import { endpointOf } from '../support/endpoints';
import { runnable } from '../support/everyOperation';
import { eventCases, operationCases } from '.';

/** Where the case of an operation stands. */
const caseOf = (name: string): string => `resources/${name.replace('.', '/')}.case.ts`;

test('every operation and every event has a case: copy one that is like it', () => {
	const missing = [
		...operations.filter(({ name }) => !operationCases[name]).map(({ name }) => caseOf(name)),
		...events
			.filter(({ event }) => !eventCases[event])
			.map(({ event }) => `trigger/eventCases.ts: ${event}`),
	];
	expect(missing).toEqual([]);
});

test('every case is one of an operation or event', () => {
	const names = [...operations.map(({ name }) => name), ...events.map(({ event }) => event)];
	const cases = [...Object.keys(operationCases), ...Object.keys(eventCases)];
	expect(cases.filter((name) => !names.includes(name))).toEqual([]);
});

test('every endpoint of the interface is called by an operation', () => {
	const called = runnable.flatMap(({ itsCase }) => itsCase.calls);
	expect(
		endpoints.map(({ operationId }) => operationId).filter((id) => !called.includes(id)),
	).toEqual([]);
});

test.each(runnable)('$name calls the endpoints of its case', ({ option, itsCase }) => {
	const { method, path } = operationOf(itsCase.calls[0]);
	expect(endpointOf(option)).toBe(`${method} ${path}`);
	expect(new Set(itsCase.calls).size).toBe(itsCase.calls.length);
});
