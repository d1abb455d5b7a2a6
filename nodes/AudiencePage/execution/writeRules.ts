import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

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
}
