import type { OrderingKeysOf } from '../../../../nodes/AudiencePage/execution/requestPlan';
import type { Operation } from '../../../../nodes/AudiencePage/resources/operation';

/** Checked by the compiler, with the types of the tests: an operation that writes and has no order is none. */
type Assert<IsTrue extends true> = IsTrue;
type IsOperation<Method, Rest = object> = {
	option: { name: string; value: string; routing: { request: { method: Method; url: string } } };
	fields: [];
} & Rest extends Operation
	? true
	: false;
type IsRefused<Method> = IsOperation<Method> extends true ? false : true;
export type OrderIsSaid = [
	Assert<IsOperation<'GET'>>,
	Assert<IsOperation<'POST', { orderingKeys: OrderingKeysOf }>>,
	Assert<IsRefused<'POST'>>,
	Assert<IsRefused<'PATCH'>>,
];
