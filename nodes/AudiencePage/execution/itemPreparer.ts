import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isPreviewOnly, type RequestOptions, requestOptionsOf } from '../fields/requestOptions';
import { ItemExecution, type Executor } from './executor';
import type { WriteRules } from './operationRules';

/** An item that is ready to be sent. */
export interface ReadyItem {
	request: IHttpRequestOptions;
	execution: ItemExecution;
	options: RequestOptions;
	orderingKeys: string[];
	/** Nothing of it is written. */
	isPreview: boolean;
}

/** Evaluates and checks items, each expression once, from the first time it is asked for until the item is released. */
export class ItemPreparer {
	/** Whether any item so far is a preview. */
	hasPreviews = false;
	private readonly executions = new Map<number, ItemExecution>();

	/** @param writeRules of an operation that writes */
	constructor(
		private readonly executor: Executor,
		private readonly writeRules?: WriteRules,
	) {}

	contextOf(item: number): IExecutePaginationFunctions {
		return this.executionOf(item).context;
	}

	/** @throws NodeOperationError naming field, rule and item, if a value breaks a rule */
	async prepare(item: number): Promise<ReadyItem> {
		const execution = this.executionOf(item);
		const { context } = execution;
		const options = requestOptionsOf(context);
		const request = await execution.prepare();
		const orderingKeys = this.writeRules?.orderingKeys(request, context) ?? [];
		const isPreview = this.writeRules !== undefined && isPreviewOnly(context);
		this.hasPreviews ||= isPreview;
		return { request, execution, options, orderingKeys, isPreview };
	}

	private executionOf(item: number): ItemExecution {
		const execution = this.executions.get(item) ?? new ItemExecution(this.executor, item);
		this.executions.set(item, execution);
		return execution;
	}

	/** Forgets an item that has ended. */
	release(item: number): void {
		this.executions.delete(item);
	}
}
