/** What the properties know of an operation. */
import fc, { type Arbitrary } from 'fast-check';

import type { Runnable } from '../../../support/everyOperation';
import { group, type Field } from './fields';
import type { Given } from './given';

/** Everything that is given in one use of the form. */
export type GivenSet = Given[];

/** A rule of the form alone, of which the service's interface knows nothing: gives the parameters at fault. */
export type FormRule = (givens: GivenSet) => string[];

export interface Operation {
	described: Runnable;
	/** The endpoint that it calls. */
	operationId: string;
	fields: Field[];
	rules: FormRule[];
	/** The endpoint that it asks first, to find the record. */
	asksFirst?: string;
}

/** Sets for an operation: most of them with usual values alone, the others with one field gone wild. */
export function setsFor({ fields }: Operation): Arbitrary<GivenSet> {
	const { usual, wild } = group(fields);
	return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: wild });
}
