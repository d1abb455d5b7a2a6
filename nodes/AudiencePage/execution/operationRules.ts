import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { RecordFields } from '../fields/outputFields';

/**
 * Says which writes of an operation keep the order of their items.
 *
 * @returns keys: requests that write to the same record have one in common
 */
export type OrderingKeysOf = (
	request: IHttpRequestOptions,
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getNodeParameter'>,
) => string[];

/** What an operation says of its writes. */
export interface WriteRules {
	orderingKeys: OrderingKeysOf;
	/** Whether writing twice adds no second record. */
	isIdempotent: boolean;
	/** Whether it looks for what a lost request may have written, before it writes. */
	looksFirst: boolean;
}

/** What an operation says of itself, beside its description. */
export interface OperationRules {
	/** What it gives, if the user can choose its fields. */
	record?: RecordFields;
	/** Of an operation that writes. */
	write?: WriteRules;
}
