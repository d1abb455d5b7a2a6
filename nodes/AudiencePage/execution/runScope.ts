import type {
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { RequestData } from '../transport/request';
import { IdempotencyKeys } from './idempotencyKeys';
import { inputItemsOf, ItemContents } from './itemContents';
import { NodeExecution, type NodeContext } from './nodeExecution';
import type { PreviousAttempt, RetryState } from './retryState';

/** What the items of one run of the node share; gone with the run. In n8n's declarative engine, each item has one of its own. */
export class RunScope {
	readonly execution: NodeExecution;
	readonly idempotencyKeys: IdempotencyKeys;
	/** Of a run that writes. */
	retryState?: RetryState;
	/** Columns that fit no field, of items whose columns fill the fields by themselves. */
	readonly unmappedColumns = new Set<string>();
	/** The columns that the user leaves out, and whether any item so far has them. */
	readonly ignoredInputs = new Map<string, boolean>();
	private readonly shared = new Map<symbol, unknown>();

	constructor(
		context: NodeContext,
		readonly contents = new ItemContents(inputItemsOf(context)),
	) {
		this.execution = new NodeExecution(context);
		this.idempotencyKeys = new IdempotencyKeys(context, this.execution, contents);
	}

	/** What the first item to ask for it has made, such as a list that is read once for all of them. */
	share<T>(key: symbol, make: () => T): T {
		if (!this.shared.has(key)) this.shared.set(key, make());
		return this.shared.get(key) as T;
	}

	/** What a previous attempt at this run has written for a tenant. */
	async previousAttempt(tenantId: string): Promise<PreviousAttempt> {
		return (await this.retryState?.previousAttempt(tenantId)) ?? { written: [], unknown: [] };
	}
}

/** Stands between an item and the service: reads go through, and what would be written is kept instead. */
export class Preview {
	private request?: IHttpRequestOptions;
	private details: IDataObject = {};

	/** @returns whether it keeps the request: one that would write */
	takes(request: IHttpRequestOptions): boolean {
		if (request.method === 'GET') return false;
		this.request = request;
		return true;
	}

	/** Adds what an operation can say beside its request. */
	add(details: IDataObject): void {
		Object.assign(this.details, details);
	}

	/** What the item puts out: the request that a real run would send; null if there would be none. */
	get output(): IDataObject {
		const { method = null, url: path = null, body = null } = this.request ?? {};
		return { preview: true, ...this.details, method, path, body: body as IDataObject | null };
	}
}

/** A hook (n8n's `preSend`) that also gets the run. n8n's own engine does not give it. */
export type OperationHook = (
	this: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
	run?: RunScope,
) => Promise<IHttpRequestOptions>;

/** A `RequestFlow` that also gets the run, and the preview if its item is only shown. */
export type OperationFlow = (
	this: IExecutePaginationFunctions,
	requestData: RequestData,
	run?: RunScope,
	preview?: Preview,
) => Promise<INodeExecutionData[]>;
