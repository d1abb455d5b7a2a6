import type {
	FunctionsBase,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { sha256 } from '../shared/hash';
import { connectionId, CREDENTIAL, originOf } from '../transport/connection';
import type { RequestData } from '../transport/request';
import { ColumnUse } from './columnUse';
import { IdempotencyKeys } from './idempotencyKeys';
import { NodeExecution, type NodeContext } from './nodeExecution';
import type { PreviousAttempt, RetryState } from './retryState';

/**
 * The credential of each item of a run: read once if it has no expressions, since n8n takes nearly
 * a request's time.
 */
export class ItemCredentials {
	private shared?: Promise<ICredentialDataDecryptedObject | undefined>;

	constructor(private readonly context: Pick<FunctionsBase, 'getCredentials'>) {}

	/**
	 * @throws NodeOperationError if the node has no credential, and what evaluating its expressions
	 * throws
	 */
	async ofItem(item: number): Promise<ICredentialDataDecryptedObject> {
		return (await this.ofAll()) ?? (await this.context.getCredentials(CREDENTIAL, item));
	}

	/** @returns undefined if it may differ from item to item, or cannot be read */
	async ofAll(): Promise<ICredentialDataDecryptedObject | undefined> {
		return await (this.shared ??= this.readShared());
	}

	private async readShared(): Promise<ICredentialDataDecryptedObject | undefined> {
		let hasExpressions = false as boolean;
		// n8n reads the index of the item only to evaluate an expression for it.
		const firstItem = {
			[Symbol.toPrimitive]() {
				hasExpressions = true;
				return 0;
			},
		} as unknown as number;
		const credential = await this.context
			.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, firstItem)
			.catch(() => undefined);
		return hasExpressions ? undefined : credential;
	}
}

/** What a hook throws for an item that has nothing to write: it gives no output, and no error. */
export class SkippedItem extends Error {}

/**
 * What the items of one run of the node share; gone with the run. In n8n's declarative engine, each
 * item has one of its own.
 */
export class RunScope {
	readonly idempotencyKeys: IdempotencyKeys;
	/** Of all items, where the credential has no expressions. */
	private sharedTenant?: string;
	/** Of items whose columns fill the fields by themselves. */
	readonly columns = new ColumnUse();
	/** By the index of an item: the fields whose values a rule refuses, and why. */
	readonly leftOut = new Map<number, Record<string, string>>();
	/** The paths of parameters that any item so far has a value for. */
	readonly filled = new Set<string>();

	/**
	 * @param isPreview whether the run only shows what it would write
	 * @param retryState of a run that writes
	 */
	constructor(
		readonly execution: NodeExecution,
		readonly credentials: ItemCredentials,
		readonly isPreview = false,
		private readonly retryState?: RetryState,
	) {
		this.idempotencyKeys = new IdempotencyKeys(execution);
	}

	/** Keeps for the output why a field of the item is not sent. */
	leaveOut(item: number, field: string, why: string): void {
		this.leftOut.set(item, { ...this.leftOut.get(item), [field]: why });
	}

	static of(context: NodeContext): RunScope {
		return new RunScope(new NodeExecution(context), new ItemCredentials(context));
	}

	/**
	 * Whose records an item concerns: a salted hash of credential and origin, and of a key that is an
	 * expression.
	 */
	async tenantOf(context: Pick<NodeContext, 'getCredentials'>): Promise<string> {
		const { node, workflowId } = this.execution;
		const salt = [workflowId, node.id, node.credentials?.[CREDENTIAL]?.id];
		const shared = await this.credentials.ofAll();
		if (shared) return (this.sharedTenant ??= sha256(originOf(shared), ...salt));
		return connectionId(await context.getCredentials(CREDENTIAL), ...salt);
	}

	async previousAttempt(tenant: string): Promise<PreviousAttempt> {
		return (await this.retryState?.previousAttempt(tenant)) ?? { written: [], unknown: [] };
	}
}

/**
 * Stands between an item and the service: reads go through, and what would be written is kept
 * instead.
 */
export class Preview {
	private request?: IHttpRequestOptions;
	private details: IDataObject = {};

	/** @returns whether it keeps the request: one that would write */
	takes(request: IHttpRequestOptions): boolean {
		if (request.method === 'GET') return false;
		this.request = request;
		return true;
	}

	add(details: IDataObject): void {
		Object.assign(this.details, details);
	}

	/**
	 * What the item puts out: the request that a real run would send; null if there would be none.
	 */
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
