/** The node calls the whole interface, by its operations' cases. */
import { operationOf, operations as endpoints } from '../../service/judge';
import { endpointOf } from '../../support/endpoints';
import { runnable } from '../../support/everyOperation';

test('every endpoint of the interface is called by an operation', () => {
	const called = runnable.flatMap(({ itsCase }) => itsCase.calls);
	expect(endpoints.map(({ operationId }) => operationId).filter((id) => !called.includes(id))).toEqual([]);
});

test.each(runnable)('$name calls the endpoints of its case', ({ option, itsCase }) => {
	const [ofRouting] = itsCase.calls.map(operationOf);
	expect(endpointOf(option)).toBe(`${ofRouting?.method} ${ofRouting?.path}`);
	expect(new Set(itsCase.calls).size).toBe(itsCase.calls.length);
});
