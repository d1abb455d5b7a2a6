/** What Simplify makes shorter, as the service gives it. */
import { operationCases } from '../cases';
import { recordOf } from '../previews/outputs';
import type { PlainSchema } from '../previews/schema';

/** A record that an operation gives, with all fields of the interface; throws if there is no such operation. */
export function serviceRecord(operation: string): PlainSchema {
	const itsCase = operationCases[operation];
	if (itsCase === undefined) throw new Error(`There is no case of ${operation}`);
	return recordOf(itsCase.calls[0]);
}
